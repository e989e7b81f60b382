package stateful

import (
	_ "embed"
	"strings"
	"testing"
)

// varied holds cells that use many parts of the language and of the standard library, each with its output.
//
//go:embed testdata/varied.txt
var varied string

// TestVariedCells checks that no valid cell is refused.
func TestVariedCells(t *testing.T) {
	n := open(t)
	for i, c := range strings.Split(varied, "-- cell\n")[1:] {
		code, want, _ := strings.Cut(c, "\n-- want\n")
		n.begin()
		n.cells++
		r, err := n.Run(t.Context(), n.cells, code)
		if got := n.text(); err != nil || r.End != "done" || got != want {
			t.Errorf("cell %d: %v, %s %s, printed\n%s\nwant\n%s\n%s", i+1, err, r.End, r.Text, got, want, code)
		}
	}
}
