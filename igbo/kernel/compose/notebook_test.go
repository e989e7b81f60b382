package compose

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// declared returns the names that a program declares, and their positions.
func declared(t *testing.T, text string) map[string]token.Position {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	names := map[string]token.Position{}
	for name, o := range file.Scope.Objects {
		names[name] = files.Position(o.Pos())
	}
	if _, err := new(types.Config).Check("main", files, []*ast.File{file}, nil); err != nil && len(file.Imports) == 0 {
		t.Errorf("%v\n%s", err, text)
	}
	return names
}

// ran returns the programs of cells that ran one after another.
func ran(t *testing.T, cells ...string) (programs []Program) {
	t.Helper()
	n := &Notebook{}
	for i, code := range cells {
		p, err := n.Program(code, i+1)
		if err != nil {
			t.Fatalf("cell %d: %v", i+1, err)
		}
		n.Keep()
		programs = append(programs, p)
	}
	return programs
}

func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []string
		want  string // names of the last program, with their cell
		runs  bool
	}{
		{"statements", []string{"%%\nx := 1\n_ = x"}, "cell_1:1 main", true},
		{"declarations alone", []string{"func f() {}"}, "f:1 main", false},
		{"what is needed comes along", []string{"func f() { g() }\nfunc g() {}\nfunc h() {}", "%%\nf()"}, "cell_2:2 f:1 g:1 main", true},
		{"the last one of a name", []string{"func f() int { return 1 }", "func f() int { return 2 }", "%%\n_ = f()"}, "cell_3:3 f:2 main", true},
		{"a type with its methods", []string{"type T int", "func (T) M() {}", "%%\nT(1).M()"}, "T:1 cell_3:3 main", true},
		{"one of several variables", []string{"var (\n\ta = 1\n\tb = 2\n)", "%%\n_ = b"}, "b:1 cell_2:2 main", true},
		{"constants that follow from one another", []string{"const (\n\ta = iota\n\tb\n)", "%%\n_ = b"}, "a:1 b:1 cell_2:2 main", true},
		{"of the cell itself all", []string{"func f() {}\n%%\n"}, "cell_1:1 f:1 main", true},
		{"a function main", []string{"func main() {}", "func main() { f() }\nfunc f() {}"}, "f:2 main:2", true},
		{"nor is main of another cell", []string{"func main() {}", "%%\n"}, "cell_2:2 main", true},
		{"what runs by itself", []string{"var a int\nfunc init_a() { a = 2 }", "%%\n"}, "a:1 cell_2:2 main", true},
	} {
		programs := ran(t, c.cells...)
		last := programs[len(programs)-1]
		var got []string
		for name, at := range declared(t, last.Text) {
			if cell, of := strings.CutPrefix(strings.TrimSuffix(at.Filename, ".go"), "/stateful/cell_"); of {
				name += ":" + cell
			}
			got = append(got, name)
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != c.want || last.Runs != c.runs {
			t.Errorf("%s: %q, runs %v, expected %q, %v\n%s", c.name, text, last.Runs, c.want, c.runs, last.Text)
		}
	}
}

// TestPlaces checks that positions in a program are those of the cells.
func TestPlaces(t *testing.T) {
	programs := ran(t, "\n!ls\nfunc f() int {\n\treturn 1\n}\nvar (\n\ta = 1\n\n\n\n\tb = 2\n)", "func g() int { return f() + b }\n%%\nx :=\n\tg()\n_ = x")
	names := declared(t, programs[1].Text)
	for name, line := range map[string]int{"f": 3, "b": 11, "g": 1, "cell_2": 2} {
		if names[name].Line != line {
			t.Errorf("%s is at %v, expected line %d\n%s", name, names[name], line, programs[1].Text)
		}
	}
	if got := programs[0].Commands; !slices.Equal(got, []string{"!ls"}) {
		t.Errorf("commands %q", got)
	}
}

func TestImports(t *testing.T) {
	programs := ran(t, "import r \"math/rand\"\nimport \"os\"", "func f() int { return r.Int() }", "%% --n 3\nfmt.Println(f(), mat.NewDense(1, 1, nil))")
	last := programs[2]
	slices.Sort(last.Paths)
	if want := []string{"fmt", "gonum.org/v1/gonum/mat", "math/rand"}; !slices.Equal(last.Paths, want) {
		t.Errorf("imports %q, expected %q\n%s", last.Paths, want, last.Text)
	}
	if want := []string{"--n", "3"}; !slices.Equal(last.Arguments, want) {
		t.Errorf("arguments %q", last.Arguments)
	}
	sliders := ran(t, "%%\ninline.Slider(\"x\", nil, nil)")
	if !strings.Contains(sliders[0].Text, "cell_1(); inline.Park()") {
		t.Errorf("sliders would end with main:\n%s", sliders[0].Text)
	}
}

// TestBareStatements checks that a cell without a line %% can have statements, and that their variables can be unused.
func TestBareStatements(t *testing.T) {
	programs := ran(t, "x := 1", "func f() int { return 2 }\nf() + 1")
	for i, want := range []string{"x := 1\n_ = x\n", "notebook.Result(f() + 1)"} {
		if !programs[i].Runs || !strings.Contains(programs[i].Text, want) {
			t.Errorf("%s\nlacks %q", programs[i].Text, want)
		}
	}
}

// TestDoesNotParse checks that a syntax error is reported with its cell and line, and that such a cell declares nothing.
func TestDoesNotParse(t *testing.T) {
	n := &Notebook{}
	for code, line := range map[string]int{"func f() {\n\tx := := 1\n}": 2, "%%\nfmt.Println(1\n": 2} {
		_, err := n.Program(code, 7)
		var list scanner.ErrorList
		if !errors.As(err, &list) || list[0].Pos.Filename != cells.FileName(7) || list[0].Pos.Line != line {
			t.Errorf("%q: %v, expected line %d of cell 7", code, err, line)
		}
	}
	n.Keep()
	if p, err := n.Program("%%\n", 8); err != nil || strings.Contains(p.Text, "f()") {
		t.Errorf("%v\n%s", err, p.Text)
	}
}
