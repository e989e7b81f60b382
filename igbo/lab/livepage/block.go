package livepage

import (
	"encoding/json"
	"regexp"
)

// Block is a slider or a list with its frames, as an output of a notebook holds it.
type Block struct {
	Digest string   `json:"digest"`
	Label  string   `json:"label"`
	Values []string `json:"values"`
	frames string   // the list of frames, as it is written
}

// block matches what plots/inline writes.
var block = regexp.MustCompile(`(?s)const frames = (\[.*?\]);\n\s*const values = (\[.*?\]);\n\s*const label = (".*?");\n.*?\[data-plots-frames="([0-9a-f]{16})"\]`)

// Blocks are those in a piece of HTML.
func Blocks(html string) (blocks []Block) {
	for _, m := range block.FindAllStringSubmatch(html, -1) {
		b := Block{Digest: m[4], frames: m[1]}
		if json.Unmarshal([]byte(m[2]), &b.Values) == nil && json.Unmarshal([]byte(m[3]), &b.Label) == nil {
			blocks = append(blocks, b)
		}
	}
	return blocks
}
