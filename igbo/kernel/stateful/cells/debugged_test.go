package cells

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/saved"
)

// TestDebugged checks that the program for a debugger compiles, prints what the cell would, has the values of the session, and that its
// panics have the positions of the cells.
func TestDebugged(t *testing.T) {
	s := after(t, "import str \"strings\"\ntype kind int\nconst (\n\tlow kind = iota\n\thigh\n)\nconst wait = 2 * time.Second",
		"type T struct{ K kind }\nfunc (t T) Name() string { return str.Repeat(\"x\", int(t.K)+size()) }\nfunc size() int { return 2 }",
		"x := T{high}\nn := 1\nvar when time.Duration\nrows := map[string][]int{}\nfunc broken() int { return []int{1}[n] }",
		"func twice() int { return 2 * n }")
	values := t.TempDir()
	x, n := struct{ K int }{1}, 7
	save(t, values, "x", &x)
	save(t, values, "n", &n)
	for _, c := range []struct{ code, prints, variables, numbers string }{
		{"fmt.Println(x.Name(), n, when, rows == nil)", "xxx 7 0s true\n", "n rows when x", "2 7"},
		{"y := n + 1\nfmt.Println(y)\nz := 2", "8\n", "n", "7"},
		{"n := n + 1\nfmt.Println(n)", "8\n", "n", "7"}, // n is local, and the earlier n belongs to the session
		{"n := 20\nfmt.Println(n, twice())", "20 40\n", "", "4 7"},
		{"n, m := n+1, 3\nfmt.Println(n, m, twice())", "8 3 16\n", "n", "4 7"},
		{"fmt.Println(0)\nvar n int\nfmt.Println(twice())", "0\n0\n", "", "4 7"},
		{"k := 3\nfunc triple() int { return 3 * k }\ntriple()", "9\n", "", "7"},
		{"func (t T) Two() string { return t.Name() + \"!\" }\nfmt.Println(x.Two(), wait)", "xxx! 2s\n", "x", "2 7"},
		{"import \"os\"\nimport . \"math\"\nimport _ \"strings\"\nfmt.Fprintln(os.Stdout, Sqrt(4))", "2\n", "", "7"},
		{"func init() { fmt.Println(\"init\") }\nfunc main() { fmt.Println(\"main\") }\nfmt.Println(\"cell\")", "init\ncell\nmain\n", "", "7"},
		{"func main() { fmt.Println(n) }", "7\n", "n", "7"},
		{"%%\nv := n\nfmt.Println(v)", "7\n", "n", "7"},
		{"loop:\nfor i := range 3 {\n\tif i == 1 { break loop }\n}\n5\nfmt.Println(1); n", "1\n7\n", "n", "7"},
		{"n, n + 1", "7\n8\n", "n", "7"},
		{"var list []T\nlist = append(list, x)\nfunc all() []T { return list }\nfmt.Println(len(all()))", "1\n", "x", "2 7"},
		{"str := str.NewReader(\"a\")\nfmt.Println(str.Len())", "1\n", "", "7"},
		{"func f() int { return g }\nvar g = n + 1\nfmt.Println(f())", "8\n", "n", "7"},
	} {
		d, err := s.Debugged(7, c.code, DebugOptions{Path: func(cell int) string { return fmt.Sprintf("/cells/%d.go", cell) }, Values: values})
		if err != nil {
			t.Errorf("%q: %v", c.code, err)
			continue
		}
		if got := strings.Join(d.Variables, " "); got != c.variables || !d.Runs {
			t.Errorf("%q: variables %q, want %q; runs %v", c.code, got, c.variables, d.Runs)
		}
		if got := strings.Trim(fmt.Sprint(d.Cells), "[]"); got != c.numbers {
			t.Errorf("%q: cells %s, want %s", c.code, got, c.numbers)
		}
		if out, err := run(t, d); err != nil || out != c.prints {
			t.Errorf("%q: %v: %s\n%s", c.code, err, out, d.Files)
		}
	}
	d, err := s.Debugged(7, "fmt.Println(1)\n\n  broken()", DebugOptions{Path: func(cell int) string { return fmt.Sprintf("/cells/%d.go", cell) }, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	out, _ := run(t, d)
	if !regexp.MustCompile(`(?s)/cells/3\.go:5\n.*/cells/7\.go:3 `).MatchString(out) {
		t.Errorf("a panic is in\n%s", out)
	}
	for code, want := range map[string]string{"undefined()": "cell [7], line 1: undefined: undefined", "n := \"\"\nn = n[:n0()]\nfunc n0() int { return len(n) }": "", "n := fmt.Sprint(n)\nfunc f() string { return n }": "n changes its type"} {
		_, err := s.Debugged(7, code, DebugOptions{Path: func(int) string { return "" }})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", code, err, want)
		}
	}
	if d, err := s.Debugged(7, "func f() {}\nvar v = 1", DebugOptions{Path: func(int) string { return "" }}); err != nil || d.Runs {
		t.Errorf("a cell that declares runs: %v, %v", d, err)
	}
	if got := strings.Join(s.Names(), " "); got != "T broken high kind low n rows size twice wait when x" {
		t.Errorf("the session has %v", got)
	}
}

func save[T any](t *testing.T, folder, name string, v *T) {
	t.Helper()
	text, err := saved.Write(reflect.TypeFor[T](), unsafe.Pointer(v), 1<<20, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// showInstead is a replacement for the package that shows values.
const showInstead = `package main

var notebookˣ show

type show struct{}

func (show) Result(values ...any) {
	for _, v := range values {
		println(v.(int))
	}
}
`

// run runs a program, and returns what it prints.
func run(t *testing.T, d *Debugged) (string, error) {
	t.Helper()
	args, folder := []string{"run"}, t.TempDir()
	for _, name := range []string{"a_session.go", "b_declarations.go", "c_main.go"} {
		args = append(args, filepath.Join(folder, name))
		if err := os.WriteFile(args[len(args)-1], []byte(strings.Replace(d.Files[name], "import notebookˣ \"show\"\n", "", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args = append(args, filepath.Join(folder, "show.go"))
	if err := os.WriteFile(args[len(args)-1], []byte(showInstead), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	return string(out), err
}
