package durable

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRealPath checks links in the path of a missing file, links to nothing, and links to themselves.
func TestRealPath(t *testing.T) {
	root := must.Of(filepath.EvalSymlinks(t.TempDir())).In(t)
	at := func(name string) string { return filepath.Join(root, name) }
	must.Do(t, os.Mkdir(at("a"), 0o777))
	for name, target := range map[string]string{"link": "a", "nothing": "a/file", "itself": "itself"} {
		if err := os.Symlink(target, at(name)); err != nil {
			t.Skip(err)
		}
	}
	for path, want := range map[string]string{
		"a": "a", "link": "a", "link/new/file": "a/new/file", "nothing": "a/file", "new": "new", "itself": "itself", "a/../link/.": "a",
	} {
		if got, err := RealPath(at("") + "/" + path); err != nil || got != at(want) {
			t.Errorf("%s: %s, %v, expected %s", path, got, err, at(want))
		}
	}
}
