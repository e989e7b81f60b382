package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// program is a notebook's program. Function train refers to scale, config and its methods, limit, and the
// package math. Nothing that train uses refers to other and unused.
const program = `package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/plots"
)

// config holds settings.
type config struct {
	N    int
	Kind kind
}

func (c config) double() int { return 2 * c.N }

type alias = config

func (a *alias) set(n int) { a.N = n }

type kind string

const (
	first = iota
	limit
)

var factor, offset = 2.0, 1.0

var names = []string{"a", "b"}

var counter int

var matrix = plots.Matrix(2)

// train trains.
func train(c config) float64 {
	fmt.Println(names, "in training") // says so
	return scale(float64(c.double()*limit)) + math.Sqrt(2) + rand.Float64()
}

func scale(x float64) float64 {
	return factor * x
}

func counted(c config) int { return counter }

func numbered(c config) float64 { return matrix.At(0, 0) }

func recursive(c config) int {
	if c.N == 0 {
		return 0
	}
	return recursive(config{N: c.N - 1})
}

func unused() { fmt.Println(plots.Name) }

func main() {
	k := 3
	fmt.Println(k)
	keep(func(c config) int { return c.N + limit })
	keep(func(c config) int {
		k := 4
		return c.N + k
	})
	keep(func(c config) int { return c.N + k })
	counter++
	matrix.Set(0, 0, 1)
	train(config{})
}
`

func digest(t *testing.T, text, name string, line int) (string, error) {
	t.Helper()
	f := must.Of(Parse([]byte(text))).In(t)
	return f.Digest(name, line)
}

// lineOf returns the number of the line with a text.
func lineOf(t *testing.T, text, part string) int {
	t.Helper()
	before, _, found := strings.Cut(text, part)
	if !found {
		t.Fatalf("no %q", part)
	}
	return 1 + strings.Count(before, "\n")
}

// TestDigest checks that changes of what a function refers to change the digest, and that other changes of the program do not.
func TestDigest(t *testing.T) {
	want := must.Of(digest(t, program, "train", 0)).In(t)
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"its text", "+ math.Sqrt(2)", "+ math.Sqrt(3)", false},
		{"a function that it calls", "factor * x", "factor + x", false},
		{"a variable of that", "2.0, 1.0", "2.5, 1.0", false},
		{"a type", "N    int", "N    int64", false},
		{"a type of a field", "type kind string", "type kind int", false},
		{"a method", "2 * c.N", "3 * c.N", false},
		{"a method by another name", "a.N = n", "a.N = n + 1", false},
		{"a constant's place", "first = iota", "zeroth = iota\n\tfirst", false},
		{"an import", `"math"`, `math "math/cmplx"`, false},
		{"an import that its path does not name", `"math/rand/v2"`, `"math/rand"`, false},
		{"an init", "func unused", "func init() {}\n\nfunc unused", false},
		{"comments", "// train trains.", "// train does not train.\n//\n// Or does it?", true},
		{"a comment within", " // says so", "", true},
		{"line breaks", "return factor * x", "return factor *\n\t\tx", true},
		{"what it does not call", `fmt.Println(plots.Name)`, `panic("x")`, true},
		{"an import more", `"math"`, "\"math\"\n\t\"slices\"", true},
		{"an import less", "\t\"github.com/igbolab/igbolab/plots\"\n", "", true},
		{"the main part", "train(config{})", "train(config{N: 2})", true},
		{"the order", "func unused() { fmt.Println(plots.Name) }\n", "", true},
	} {
		changed := strings.Replace(program, c.old, c.new, 1)
		if changed == program {
			t.Fatalf("%s: nothing changed", c.name)
		}
		got, err := digest(t, changed, "train", 0)
		if err != nil || (got == want) != c.same {
			t.Errorf("%s: the same digest: %v, want %v (%v)", c.name, got == want, c.same, err)
		}
	}
	if other, err := digest(t, program, "scale", 0); err != nil || other == want {
		t.Errorf("another function has the same digest (%v)", err)
	}
	if _, err := digest(t, program, "recursive", 0); err != nil {
		t.Error(err)
	}
}

// TestLiteral checks that a literal is found by its line, unless it reads variables of the enclosing function.
func TestLiteral(t *testing.T) {
	free, own, captured := "func(c config) int { return c.N + limit }", "func(c config) int {\n\t\tk := 4", "func(c config) int { return c.N + k }"
	want := must.Of(digest(t, program, "", lineOf(t, program, free))).In(t)
	moved := strings.Replace(program, "k := 3\n", "k := 3\n\n\n", 1)
	if got, err := digest(t, moved, "", lineOf(t, moved, free)); err != nil || got != want {
		t.Errorf("moved by two lines it is another one (%v)", err)
	}
	if got, err := digest(t, program, "", lineOf(t, program, own)); err != nil || got == want {
		t.Errorf("another literal: the same %v (%v)", got == want, err)
	}
	if _, err := digest(t, program, "", lineOf(t, program, captured)); err == nil || !strings.Contains(err.Error(), "uses the variable k of the enclosing function") {
		t.Errorf("a literal that reads k: %v", err)
	}
	twice := strings.Replace(program, free, free+", "+free, 1)
	if _, err := digest(t, twice, "", lineOf(t, twice, free)); err == nil || !strings.Contains(err.Error(), "2 function literals") {
		t.Errorf("two literals on a line: %v", err)
	}
	if _, err := digest(t, program, "", 1); err == nil {
		t.Error("no literal on the line, and no error")
	}
}

// TestChangedVariables checks that a function that reads a variable which may change has no digest.
func TestChangedVariables(t *testing.T) {
	for name, of := range map[string]string{"counted": "counter", "numbered": "matrix"} {
		if _, err := digest(t, program, name, 0); err == nil || !strings.Contains(err.Error(), "reads the variable "+of) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for change, refused := range map[string]bool{
		"factor = 3": true, "factor *= 3": true, "factor--": true, "p := &factor; _ = p": true, "names[0] = \"c\"": true, "names = nil": true,
		"for i, factor = range []float64{1} {}": true, "(factor) = 3": true, "sort.Strings(names)": true, "go sort.Strings(names[:1])": true,
		"for range names {}": false, "fmt.Println(names, factor)": false, "offset = 3": false, "other := names; _ = other": false,
		"factor := 3.0; factor = 4": false, "x.factor = 3": false, "describe(factor)": false, "plots.Show(plots.Bars(names))": false,
	} {
		changed := strings.Replace(program, "k := 3\n", change+"\nk := 3\n", 1)
		if _, err := digest(t, changed, "train", 0); (err != nil) != refused {
			t.Errorf("%s: %v, want an error: %v", change, err, refused)
		}
	}
}

// TestEmbedded checks that a function that reads an embedded file has no digest.
func TestEmbedded(t *testing.T) {
	const text = "package main\n\nimport _ \"embed\"\n\n//go:embed a.txt\nvar a string\n\nfunc f(int) string { return a }\n"
	if _, err := digest(t, text, "f", 0); err == nil {
		t.Error("a function of an embedded file has a digest")
	}
}

// TestNoFunction checks the errors for names without a function and for text that is not a program.
func TestNoFunction(t *testing.T) {
	for _, name := range []string{"factor", "config", "nothing"} {
		if _, err := digest(t, program, name, 0); err == nil {
			t.Errorf("%s has a digest", name)
		}
	}
	if _, err := Parse([]byte("package main\nfunc {")); err == nil {
		t.Error("no program is read")
	}
}

// reading is a program whose functions read files.
const reading = `package main

import (
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/tabular/table"
)

const name = "data.csv"

var text = must(os.ReadFile("a.txt"))

func given(path string) int { return size(path) }

func size(path string) int {
	b, _ := os.ReadFile(path)
	return len(b)
}

func fixed(int) int { b, _ := os.ReadFile(filepath.Join("data", name)); return len(b) }

func literal(int) any { t, _ := table.Read(nil, "data.csv", table.DefaultReadOptions()); return t }

func variable(int) int { return len(text) }

func value(int) any { return filepath.WalkDir }

func pure(x int) int { return x + len(name) + len(filepath.Base("a.txt")) }
`

// TestReads checks that reads of files are found, directly and through other functions, and whether the program
// determines the file name.
func TestReads(t *testing.T) {
	f := must.Of(Parse([]byte(reading))).In(t)
	for name, want := range map[string]Reading{
		"given": {"os.ReadFile", 17, "", false}, "fixed": {"os.ReadFile", 21, "", true}, "literal": {"table.Read", 23, "", true}, "variable": {"os.ReadFile", 12, "", true},
		"value": {"filepath.WalkDir", 27, "", false}, "pure": {},
	} {
		got, err := f.Reads(name, 0)
		if err != nil || len(got) > 1 || len(got) == 0 && want != (Reading{}) || len(got) == 1 && (got[0].Call != want.Call || got[0].Line != want.Line || !strings.Contains(got[0].Text, got[0].Call[strings.Index(got[0].Call, "."):])) {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
}

// otherNames lists functions of this library with a path argument that read no file content on which a result
// can depend: they write files, or only use the path.
var otherNames = []string{
	"igbo.Replaceable", "trained.Replaceable", "trained.IsWeight", "trained.Copy", "durable.Lock", "durable.LockAt", "ledger.Lock", "ledger.Wrote", "durable.WriteFile", "durable.AddFile", "durable.Write",
	"durable.WriteFiles", "durable.MakeFolder", "durable.Recover", "durable.WriteFolder", "durable.WriteFolderUnsynced", "durable.RealPath", "plots.Save", "plots.SaveAll",
	"notebook.File", "workflow.NewFile", "encode.UnknownText",
}

// TestReaders checks that every exported function of this library with a path argument and no content argument
// is listed in Readers or otherNames, and that all listed functions exist.
func TestReaders(t *testing.T) {
	root, err := filepath.Abs("../../../../..")
	if err != nil {
		t.Fatal(err)
	}
	takes := regexp.MustCompile(`(?i)^(path|file|dir|folder|files|paths|folders|modelFile|dataFile)$`)
	found := map[string]bool{}
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		name, inside := e.Name(), strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(root)+"/")
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "internal" || name == "testdata" || inside == "igbo/cmd" || inside == "igbo/lab" || inside == "igbo/kernel" || inside == "igbo/research/bench" || inside == "docker" || inside == "out"):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() {
				continue
			}
			names, content := false, false
			for _, p := range f.Type.Params.List {
				kind := types.ExprString(p.Type)
				content = content || kind == "io.Reader" || kind == "[]byte"
				for _, n := range p.Names {
					names = names || takes.MatchString(n.Name) && strings.HasSuffix(kind, "string")
				}
			}
			if names && !content {
				found[file.Name.Name+"."+f.Name.Name] = true
				pkg := ours + filepath.ToSlash(filepath.Dir(inside))
				if !slices.Contains(Readers[pkg], f.Name.Name) && !slices.Contains(otherNames, file.Name.Name+"."+f.Name.Name) {
					t.Errorf("%s.%s takes a path: does it read the file? Add it to Readers or to otherNames", pkg, f.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil || len(found) < 20 {
		t.Errorf("%d functions, %v", len(found), err)
	}
	for pkg, names := range Readers {
		for _, name := range names {
			if short := strings.TrimPrefix(pkg, ours); short != pkg && name != "File" && !found[filepath.Base(short)+"."+name] {
				t.Errorf("%s.%s is no function that takes a path", pkg, name)
			}
		}
	}
}
