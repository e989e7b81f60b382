package ipynb

import (
	"regexp"
	"slices"
	"strings"
)

// Graded tells whether a cell is to be marked, by nbgrader's metadata.
func (n *Notebook) Graded() bool {
	return slices.ContainsFunc(n.Cells(), func(c Cell) bool { return c.Graded })
}

// Unlink takes sentences out of the text that link into a folder, which does not go along.
func (n *Notebook) Unlink(folder string) {
	sentence := regexp.MustCompile(`[^.\n]*\]\(` + regexp.QuoteMeta(folder) + `/[^)]*\)[^.\n]*\.[ ]?`)
	for _, c := range n.cells() {
		if text := source(c); c["cell_type"] == "markdown" && sentence.MatchString(text) {
			var lines []any
			for line := range strings.Lines(strings.TrimSpace(sentence.ReplaceAllString(text, ""))) {
				lines = append(lines, line)
			}
			c["source"] = lines
		}
	}
}
