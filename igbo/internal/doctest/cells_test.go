package doctest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	entry   = regexp.MustCompile(`(?m)^func main\(\)`)
	imports = regexp.MustCompile(`(?ms)^import (?:\(.*?^\)|"[^"]*"|\w+ "[^"]*")\n`)
)

// program is a notebook's code as one program: GoNB joins the declarations of all cells,
// and runs what stands below a cell's line %% (or %main) as its function main. Lines for
// the shell and for the kernel are left out.
func program(cells []cell) string {
	var head, body strings.Builder
	head.WriteString("package main\n")
	for i, c := range cells {
		if c.Type != "code" {
			continue
		}
		var declared, run strings.Builder
		to := &declared
		for line := range strings.Lines(strings.TrimRight(c.text(), "\n") + "\n") {
			switch {
			case strings.HasPrefix(line, "%%"), strings.HasPrefix(line, "%main"):
				to = &run
			case !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "!"):
				to.WriteString(line)
			}
		}
		text := declared.String()
		head.WriteString(strings.Join(imports.FindAllString(text, -1), ""))
		text = imports.ReplaceAllString(text, "")
		body.WriteString(entry.ReplaceAllString(text, fmt.Sprintf("func cell%d()", i)))
		if to == &run {
			fmt.Fprintf(&body, "func main%d() {\n%s}\n", i, run.String())
		}
	}
	return head.String() + body.String() + "func main() {}\n"
}

// TestCells: the code of every notebook compiles with this module as it is, its
// imports found by goimports as in the kernel.
func TestCells(t *testing.T) {
	dir, overlay, packages := t.TempDir(), map[string]string{}, []string{}
	where, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	beside, err := filepath.Abs(filepath.Join(root, "notebooks", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	for path, cells := range notebooks(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".ipynb")
		file := filepath.Join(dir, name+".go")
		if err := os.WriteFile(file, []byte(program(cells)), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "tool", "goimports", "-w", "-srcdir", beside, file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", path, err, out)
			continue
		}
		overlay[filepath.Join(where, "testdata", name, "main.go")] = file
		packages = append(packages, "./testdata/"+name)
	}
	replace, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, replace, 0o644); err != nil {
		t.Fatal(err)
	}
	// list -export compiles and, unlike build, does not link.
	compile := append([]string{"list", "-export", "-overlay", list}, packages...)
	if out, err := exec.Command("go", compile...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
