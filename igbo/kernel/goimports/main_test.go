package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rewritten writes files into a folder, and returns main.go as the program rewrites it.
func rewritten(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "main.go")
	if err := run([]string{"-w", path}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestImportsAreAdded checks that imports are added, including a package that is not in the table.
func TestImportsAreAdded(t *testing.T) {
	for code, path := range map[string]string{"strings.ToUpper(\"x\")": `"strings"`, "suffixarray.New(nil)": `"index/suffixarray"`} {
		text := rewritten(t, map[string]string{"main.go": "package main\n\nfunc main() { fmt.Println(" + code + ") }\n", "go.mod": "module x\n\ngo 1.26\n"})
		if !strings.Contains(text, path) || !strings.Contains(text, `"fmt"`) {
			t.Error(text)
		}
	}
}

// TestOtherFiles checks that names that another file declares are not taken for packages.
func TestOtherFiles(t *testing.T) {
	const text = "package main\n\nfunc main() { println(plots.X) }\n"
	got := rewritten(t, map[string]string{"main.go": text, "other.go": "package main\n\nvar plots = struct{ X int }{1}\n", "broken.go": "package main\nfunc {"})
	if got != text {
		t.Error(got)
	}
}

func TestWrongArguments(t *testing.T) {
	for _, args := range [][]string{nil, {"-w"}, {"-l", "x"}, {"-w", "a", "b"}} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), "must be -w FILE") {
			t.Errorf("%q: %v", args, err)
		}
	}
	if err := run([]string{"-w", filepath.Join(t.TempDir(), "none.go")}); err == nil {
		t.Error("a file that is not there is no error")
	}
}

// TestMissing checks that the error about a missing folder names the fix, and that a folder without a list is accepted.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "needs")
	if err := missing(list); err != nil {
		t.Error(err)
	}
	for need, gone := range map[string]bool{dir: false, filepath.Join(dir, "moved"): true} {
		if err := os.WriteFile(list, []byte(dir+"\n"+need+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		err := missing(list)
		if gone != (err != nil) || gone && (!strings.Contains(err.Error(), need) || !strings.Contains(err.Error(), "igbo kernel install")) {
			t.Errorf("%s: %v", need, err)
		}
	}
}
