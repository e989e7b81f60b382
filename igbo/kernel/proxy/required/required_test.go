package required

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestKeep checks that modules are stored for one notebook, but not for a notebook without a name, and that damaged files are ignored.
func TestKeep(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv(NotebookVariable, "/a/notebook.ipynb")
	want := []string{"example.org/a@v1.2.3", "example.org/b/v2@latest"}
	if err := Keep(want); err != nil || !slices.Equal(Modules(), want) {
		t.Fatal(err, Modules())
	}
	file, _, err := place()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(NotebookVariable, "/another.ipynb")
	if got := Modules(); len(got) > 0 {
		t.Error(got)
	}
	t.Setenv(NotebookVariable, "") // any notebook in this folder would share it
	if err := Keep(want); err != nil || len(Modules()) > 0 {
		t.Error(err, Modules())
	}
	t.Setenv(NotebookVariable, "/a/notebook.ipynb")
	if err := os.WriteFile(filepath.Clean(file), []byte("/a/notebook.ipynb\n$(rm -rf /)@v1\nexample.org/a@v1\n; ls\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Modules(); !slices.Equal(got, []string{"example.org/a@v1"}) {
		t.Error(got)
	}
}
