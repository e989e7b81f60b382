package livepage

import (
	"encoding/json"
	"regexp"
)

// Block is a slider or a list with its frames, in an output of a notebook.
type Block struct {
	Digest string   `json:"digest"`
	Label  string   `json:"label"`
	Values []string `json:"values"`
	frames string   // the lines and the frames of lines, as they are written
}

// block matches what package plots/inline writes.
var block = regexp.MustCompile(`(?s)(const lines = \[.*?\];\n\s*const frames = \[.*?\];)\n\s*const values = (\[.*?\]);\n\s*const label = (".*?");\n.*?\[data-plots-frames="([0-9a-f]{16})"\]`)

// Blocks returns the blocks in a piece of HTML.
func Blocks(html string) (blocks []Block) {
	for _, m := range block.FindAllStringSubmatch(html, -1) {
		b := Block{Digest: m[4], frames: m[1]}
		if json.Unmarshal([]byte(m[2]), &b.Values) == nil && json.Unmarshal([]byte(m[3]), &b.Label) == nil {
			blocks = append(blocks, b)
		}
	}
	return blocks
}
