package claims

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

var update = flag.Bool("update", false, "write the rows of the page of results")

// TestReadme checks that the page of results has the ten rows that the results give now.
func TestReadme(t *testing.T) {
	path := filepath.Join(root, "notebooks", "pages", "results.md")
	page := must.Of(os.ReadFile(path)).In(t)
	rows := must.Of(Markdown()).In(t)
	if n := strings.Count(rows, "\n"); n != 2+10+2 {
		t.Errorf("%d lines, want a head and ten rows between empty lines", n)
	}
	head, rest, found := strings.Cut(string(page), begin)
	_, tail, alsoFound := strings.Cut(rest, end)
	if !found || !alsoFound {
		t.Fatalf("notebooks/pages/results.md has no lines %q and %q", begin, end)
	}
	want := head + begin + rows + end + tail
	if want == string(page) {
		return
	}
	if !*update {
		t.Fatal("notebooks/pages/results.md has other rows than the results: go test ./igbo/research/claims -run TestReadme -update")
	}
	must.Do(t, os.WriteFile(path, []byte(want), 0o644))
}
