package ipynb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestUnlink checks that only the sentence with a link to the solutions is removed from the course's notebooks.
func TestUnlink(t *testing.T) {
	paths, err := filepath.Glob("../../../notebooks/*.ipynb")
	if err != nil || len(paths) < 12 {
		t.Fatal(len(paths), err)
	}
	graded := 0
	for _, path := range paths {
		text := must.Of(os.ReadFile(path)).In(t)
		n, err := Read(text)
		if err != nil {
			t.Fatal(path, err)
		}
		before := prose(n)
		n.Unlink("solutions")
		after := prose(n)
		if strings.Contains(after, "](solutions/") {
			t.Errorf("%s still links to its solutions", path)
		}
		if n.Graded() {
			graded++
			if lost := len(before) - len(after); lost < 40 || lost > 120 {
				t.Errorf("%s has lost %d bytes, expected a sentence", path, lost)
			}
		} else if before != after {
			t.Errorf("%s has no exercises, and has lost something", path)
		}
	}
	if graded < 11 {
		t.Errorf("%d notebooks with exercises, expected all but the first", graded)
	}
}

func prose(n *Notebook) string {
	var all []string
	for _, c := range n.cells() {
		all = append(all, source(c))
	}
	return strings.Join(all, "\n\n")
}
