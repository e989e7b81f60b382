package ipynb

import (
	"regexp"
	"slices"
	"strings"
)

// Graded reports whether the notebook has a cell that is graded, by nbgrader's metadata.
func (n *Notebook) Graded() bool {
	return slices.ContainsFunc(n.Cells(), func(c Cell) bool { return c.Graded })
}

// Unlink removes sentences that link into a folder which is not part of the assignment.
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
