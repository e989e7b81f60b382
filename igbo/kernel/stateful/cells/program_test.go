package cells

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgram checks that a program gets exactly the functions, types, constants and imports of stateful cells that it uses, and that it
// compiles and prints the right text.
func TestProgram(t *testing.T) {
	s := after(t, "import str \"strings\"\ntype kind int\nconst (\n\tlow kind = iota\n\thigh\n)\nconst half = 1.0 / 2",
		"type T struct{ K kind }\nfunc (t T) Name() string { return str.Repeat(\"x\", int(t.K)+size()) }\nfunc size() int { return 2 }",
		"x := T{high}\nunused := 3\nfunc notUsed() {}",
		"func size() int { return 3 }", // declared again: the latest counts, and x has kept its value
		"func both[V any](v V) (V, T) { return v, T{high} }", "import . \"strings\"\nfunc upper(s string) string { return ToUpper(s) }")
	for _, c := range []struct{ code, prints, missing string }{
		{"%%\nv, t := both(half)\nfmt.Println(v, t.Name())", "0.5 xxxx\n", ""},
		{"v, t := both(half)\nfmt.Println(v, t.Name())", "0.5 xxxx\n", ""},
		{"func (t T) Two() string { return t.Name() + t.Name() }\n%%\nfmt.Println(T{low}.Two())", "xxxxxx\n", ""},
		{"func f() { fmt.Println(x, unused) }\n%%\nx := 1\nunused := 2\nfmt.Println(x, unused)", "", "unused x"},
		{"import \"os\"\nfunc g() int { return size() }\n// first\nfmt.Fprintln(os.Stdout, g())\nfmt.Println(2)", "3\n2\n", ""},
		{"import (\n\t\"os\"\n)\n%%\nfmt.Fprintln(os.Stdout, size())", "3\n", ""},
		{"fmt.Fprintln(os.Stdout, g())\nfunc g() int { return size() }\nimport \"os\"\nv := 1; fmt.Println(v)", "3\n1\n", ""},
		{"fmt.Println(upper(\"a\"))", "A\n", ""},
		{"!echo\nfunc f() int { size := 4; return size }\nfmt.Println(f())", "4\n", ""},
	} {
		program, missing := s.Program(c.code, false)
		if got := strings.Join(missing, " "); got != c.missing {
			t.Errorf("%q: missing %q, expected %q", c.code, got, c.missing)
		}
		if strings.Contains(program, "notUsed") || c.code == "%%\nv, t := both(half)" && !strings.HasSuffix(program, c.code) {
			t.Errorf("%q became\n%s", c.code, program)
		}
		if c.prints == "" {
			continue
		}
		declared, body, _ := strings.Cut(program, "%%\n")
		imports, rest := "", ""
		for line := range strings.Lines(declared) {
			switch {
			case strings.HasPrefix(line, "import ") && rest != "":
				t.Errorf("an import comes late in\n%s", program)
			case !strings.HasPrefix(line, "!"):
				rest += line
			}
		}
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte("package main\nimport \"fmt\"\n"+imports+rest+"func main() {\n"+body+"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "run", file).CombinedOutput(); err != nil || string(out) != c.prints {
			t.Errorf("%q: %v: %s\n%s", c.code, err, out, program)
		}
	}
}

// TestProgramShows checks that a program shows the last expression if it is not a statement, as a stateful cell does.
func TestProgramShows(t *testing.T) {
	if got, _ := NewSession(nil).Program("x, _ := f()\ng(x)", true); got != "%%\nx, _ := f()\nnotebook.Result(g(x))\n_ = x\n" {
		t.Errorf("a call with a value became %q", got)
	}
	for code, want := range map[string]string{
		"x := 1\nx + 1 // told": "%%\nx := 1\nnotebook.Result(x + 1) // told\n_ = x\n", "import \"a/b\"\nb.C": "import \"a/b\"\n%%\nnotebook.Result(b.C)\n",
		"!ls\nx := 2; []int{\n1,\nx}": "!ls\n%%\nx := 2; notebook.Result([]int{\n1,\nx})\n_ = x\n",
		"x := 1\nx, x + 1 // told":    "%%\nx := 1\nnotebook.Result(x, x + 1) // told\n_ = x\n", "package main\nfunc main() {}": "\nfunc main() {}\n",
		"f(1)": "%%\nf(1)\n", "<-c": "%%\n<-c\n", "x;": "%%\nx;\n", "x++": "%%\nx++\n", "%%\nx": "%%\nx\n", "func f() {}": "func f() {}\n",
	} {
		if got, _ := NewSession(nil).Program(code, false); got != want {
			t.Errorf("%q became %q, expected %q", code, got, want)
		}
	}
}
