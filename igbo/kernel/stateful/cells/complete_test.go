package cells

import (
	"go/token"
	"go/types"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// compiled lists the compiler's files of some packages.
var compiled = sync.OnceValues(func() (map[string]string, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}", "fmt", "strings", "sort", "math/rand/v2", "gonum.org/v1/gonum/mat", "text/template", "html/template", "container/list").Output()
	return Exports(out), err
})

// after returns a session in which cells have run.
func after(t *testing.T, cells ...string) *Session {
	t.Helper()
	files, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(files)
	s.show, s.packages["show"] = "show", showing()
	s.exports = maps.Clone(s.exports)
	s.exports["show"] = "it is read already"
	s.known = map[string]string{"fmt": "fmt", "floats": "gonum.org/v1/gonum/floats"}
	for i, code := range cells {
		u, err := s.Prepare(i+1, code)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		u.Commit(0)
	}
	return s
}

// showing returns a package with a function Result.
func showing() *types.Package {
	p := types.NewPackage("show", "show")
	values := types.NewTuple(types.NewVar(token.NoPos, p, "values", types.NewSlice(types.Universe.Lookup("any").Type())))
	p.Scope().Insert(types.NewFunc(token.NoPos, p, "Result", types.NewSignatureType(nil, nil, nil, values, nil, true)))
	p.MarkComplete()
	return p
}

var written = []string{
	"type point struct{ East, north float64 }\nfunc (p *point) Move(by float64) {}\nfunc (p point) Far() bool { return false }\ntype place struct {\n\tpoint\n\tName string\n}",
	"home := place{Name: \"home\"}\nmatrix := mat.NewDense(2, 2, nil)\nnamesOf := func(all []place) (names []string) { return nil }",
	"func double(x float64) float64 { return 2 * x }\nconst halves = 0.5",
}

// TestShown checks that the value of a last expression is shown, and all values of a call, but not a byte count, and nothing before a
// semicolon.
func TestShown(t *testing.T) {
	for code, want := range map[string]bool{
		"x": true, "pair();": false, "pair()": true, "(pair())": true, "none()": false, "func() (int, error) { return 1, nil }()": true,
		"fmt.Println(x)": false, "fmt.Sprint(x)": true, "new(strings.Builder).WriteString(\"a\")": false, "strings.Cut(\"a=b\", \"=\")": true, "x++": false,
		"append([]int{}, x)": true, "pair": true, "x, x + 1": true, "x, x;": false, "5;": false, "x == 1\nx": true, "x == 1;": false, "func() int { return 1 }(), x": true,
	} {
		s := after(t, "x := 1\nfunc pair() (int, error) { return x, nil }\nfunc none() {}")
		u, err := s.Prepare(2, code)
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if got := strings.Contains(u.Source, ".Result("); got != want {
			t.Errorf("%s is shown: %v, want %v", code, got, want)
		}
	}
}

// TestMeant checks that names are suggested for an unknown name if they differ by one or two letters, but not for short names.
func TestMeant(t *testing.T) {
	s := after(t, "rows := 1\nabc := 2")
	for code, want := range map[string]string{
		"rowz": "rows", "lenn(``)": "len", "flots.Max(nil)": "floats", "fmt.Printl(1)": "fmt.Println", "fmt.Printn(1)": "fmt.Print", "abx": "abc", "ab": "", "quite()": "", "appnd(1)": "append",
	} {
		_, err := s.Prepare(3, code)
		if _, got, _ := strings.Cut(errorText(err), "did you mean "); err == nil || strings.TrimSuffix(got, "?)") != want {
			t.Errorf("%s: %v, want %q", code, err, want)
		}
	}
}

// TestComplete completes cells whose cursor is at the bar.
func TestComplete(t *testing.T) {
	s := after(t, written...)
	for _, c := range []struct{ name, code, want, not string }{
		{"a value of another cell", "ho|", "home", "double"},
		{"its fields and methods, those of what it embeds too", "home.|", "East Far Move Name north point", "Println"},
		{"begun", "home.Na|", "Name", "Far"},
		{"small letters find large ones", "home.na|", "Name", "north"},
		{"a value of a package", "matrix.Sl|", "Slice", "Add"},
		{"a package", "fmt.Printl|", "Println", "Printf"},
		{"its types", "var b strings.Bui|", "Builder", "ToUpper"},
		{"a package's name", "flo|", "floats float64 float32", "fmt"},
		{"a function, and keywords", "do|", "double", "home"},
		{"a keyword", "ret|", "return", "range"},
		{"what is known to Go itself", "appe|", "append", "any"},
		{"a local variable in an open bracket", "%%\nspeed := 3.0\nfmt.Println(spe|", "speed", "home"},
		{"within a function", "func f(width int) int {\n\theight := 2\n\treturn hei|\n}", "height", "width"},
		{"its parameters", "func f(width int) int {\n\treturn wid|\n}", "width", "height"},
		{"not what is declared below", "%%\nfmt.Println(lat|)\nlater := 1", "", "later"},
		{"a range's variable", "for _, one := range namesOf(nil) {\n\tone2 := one\n\tfmt.Println(on|", "one one2", "home"},
		{"a method's value of a call", "strings.NewReader(\"x\").Le|", "Len", "Read"},
		{"a field of a literal", "place{Na|", "Name", "East"},
		{"the fields that are left", "home = place{Name: \"x\", |}", "point", "Name"},
		{"a method of a type", "point.F|", "Far", "East"},
		{"what the cell declares itself", "type circle struct{ Radius float64 }\nc := circle{}\nc.Ra|", "Radius", "c"},
		{"beside a fault", "x := nonsense(\nhome.Na|", "Name", ""},
		{"a line that is wrong", "y := 1 +\nhome.Fa|", "Far", ""},
		{"nothing in a comment", "// home.|", "", "Name"},
		{"nor in a string", "\"home.|\"", "", "Name"},
		{"nor in a number", "1.|", "", "Name"},
		{"behind a string it goes on", "fmt.Println(\"a\", ho|", "home", "double"},
		{"nothing that another package keeps to itself", "matrix.|", "At Set", "mat capRows"},
		{"nothing of what is not there", "nowhere.|", "", "Name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := strings.Index(c.code, "|")
			found, from := s.Complete(strings.Replace(c.code, "|", "", 1), at)
			var names []string
			for _, m := range found {
				names = append(names, m.Text)
				if m.Kind == "" {
					t.Errorf("%s has no kind", m.Text)
				}
			}
			for want := range strings.FieldsSeq(c.want) {
				if !slices.Contains(names, want) {
					t.Errorf("%q lacks %s", names, want)
				}
			}
			if c.want == "" && len(names) > 0 {
				t.Errorf("got %q, want none", names)
			}
			for not := range strings.FieldsSeq(c.not) {
				if slices.Contains(names, not) {
					t.Errorf("%q holds %s", names, not)
				}
			}
			if from > at {
				t.Errorf("from %d, the cursor is at %d", from, at)
			}
		})
	}
	if _, err := s.Prepare(9, "home.Name"); err != nil {
		t.Errorf("a cell after completions: %v", err)
	}
}

// TestCompleteAnywhere checks that completion works at every place of a cell, whatever the cell contains.
func TestCompleteAnywhere(t *testing.T) {
	s := after(t, written...)
	for _, code := range append(written, "", "}", ")(", "home.", "%%\n%%", "func", "π := 3; π.", "\"\\", "`", "/*", "package x", "import \"fmt\"\nfmt.", "a.b.c.", "\xff.\xfe") {
		for at := range len(code) + 1 {
			s.Complete(code, at)
			s.Inspect(code, at)
		}
	}
	s.Complete("x", -1)
	s.Complete("x", 99)
}

func TestInspect(t *testing.T) {
	s := after(t, written...)
	for _, c := range []struct{ code, declaration, pkg, symbol string }{
		{"hom|e", "var home place", "", "home"},
		{"double(|", "func double(x float64) float64 { return 2 * x }", "", "double"},
		{"fmt.Prin|tln(1)", "func fmt.Println(a ...any) (n int, err error)", "fmt", "Println"},
		{"fmt.Println(1, |", "func fmt.Println(a ...any) (n int, err error)", "fmt", "Println"},
		{"matrix.Di|ms()", "func (*mat.Dense).Dims() (r int, c int)", "gonum.org/v1/gonum/mat", "Dense.Dims"},
		{"f|mt.Println", "package fmt", "fmt", ""},
		{"home.Nam|e", "field Name string", "", "Name"},
	} {
		at := strings.Index(c.code, "|")
		got, ok := s.Inspect(strings.Replace(c.code, "|", "", 1), at)
		if !ok || got.Declaration != c.declaration || got.Package != c.pkg || got.Symbol != c.symbol {
			t.Errorf("%s: got %+v %v, want %q %q %q", c.code, got, ok, c.declaration, c.pkg, c.symbol)
		}
	}
	if got, ok := s.Inspect("nothing", 3); ok {
		t.Errorf("a name that is not known: %+v", got)
	}
}

// TestVersionedPackage completes a package whose path ends in a version and which only a function uses.
func TestVersionedPackage(t *testing.T) {
	s := after(t)
	if _, err := s.Prepare(1, "func throws() float64 { return rand.New(rand.NewPCG(1, 1)).Float64() }"); err != nil {
		t.Error(err)
	}
}
