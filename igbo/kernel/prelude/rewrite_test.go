package prelude

import (
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// imported returns the imports of a file, with their names if they have any.
func imported(t *testing.T, text []byte) (paths []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if spec.Name != nil {
			path = spec.Name.Name + " " + path
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

const ours = "github.com/igbolab/igbolab/"

var rewritten = []struct {
	name, head, body string
	want             []string
	elsewhere        bool
}{
	{"what is used is imported", "", `fmt.Println(mat.NewDense(1, 1, nil)); plots.Show(plots.Lines(nil))`, []string{"fmt", ours + "plots", "gonum.org/v1/gonum/mat"}, false},
	{"nothing is imported that is not used", "", `println("fmt.Println")`, nil, false},
	{"what is not used goes", `import ("fmt"; "os"; "gonum.org/v1/gonum/mat"; r "math/rand")`, `fmt.Println()`, []string{"fmt"}, false},
	{"blank and dot imports stay", `import (_ "embed"; . "math"; "os")`, `println(Pi)`, []string{". math", "_ embed"}, false},
	{"an import that is written wins", `import "math/rand"`, `rand.N(3)`, []string{"math/rand"}, false},
	{"so does another name", `import plots "gonum.org/v1/plot"`, `plots.New()`, []string{"plots gonum.org/v1/plot"}, false},
	{"a package under two names", `import ("fmt"; f "fmt")`, `f.Println(); fmt.Println()`, []string{"f fmt", "fmt"}, false},
	{"a variable is no package", "", `mat := struct{ T int }{1}; println(mat.T)`, nil, false},
	{"nor is a parameter", "", `func(plots struct{ Show int }) { println(plots.Show) }(struct{ Show int }{})`, nil, false},
	{"outside of a variable's scope it is", "", `{ fmt := struct{ X int }{1}; _ = fmt.X }; fmt.Println()`, []string{"fmt"}, false},
	{"nor is what the file declares", `type stat struct{ Mean int }; var floats stat; func rand() (s stat) { return }`, `println(floats.Mean, rand().Mean)`, nil, false},
	{"in types and in type parameters", `func f[T compute.Backend](x *mat.Dense, o ...dag.Edge) (e graph.Node) { return }`, ``,
		[]string{"github.com/gomlx/compute", "github.com/gomlx/gomlx/core/graph", ours + "igbo/dag", "gonum.org/v1/gonum/mat"}, false},
	{"rand is that of version 2", "", `rand.IntN(3); rand.Float64()`, []string{"math/rand/v2"}, false},
	{"unless the cell uses the first", "", `rand.Seed(1); rand.Intn(3)`, []string{"math/rand"}, false},
	{"or what is random indeed", "", `io.ReadFull(rand.Reader, nil)`, []string{"crypto/rand", "io"}, false},
	{"also where it reads bytes", "", `rand.Read(nil)`, []string{"crypto/rand"}, false},
	{"but not with the first version's", "", `rand.Read(nil); rand.Intn(3)`, []string{"math/rand"}, false},
	{"a dot import that is not used goes", `import (. "strings"; . "math")`, `println(Pi, fmt.Println)`, []string{". math", "fmt"}, false},
	{"one that cannot be looked up stays", `import . "example.org/nowhere"`, `println(Pi)`, []string{". example.org/nowhere"}, false},
	{"train is ours", "", `train.Fixed(0.5)`, []string{ours + "igbo/train"}, false},
	{"unless it is GoMLX's", "", `train.NewLoop(nil)`, []string{"github.com/gomlx/gomlx/ml/train"}, false},
	{"graph is GoMLX's", "", `graph.Add(nil, nil)`, []string{"github.com/gomlx/gomlx/core/graph"}, false},
	{"unless it is gonum's", "", `var g graph.Directed; _ = g`, []string{"gonum.org/v1/gonum/graph"}, false},
	{"template is that of text", "", `template.New("")`, []string{"text/template"}, false},
	{"a name in no table is looked for elsewhere", "", `fmt.Println(yaml.Marshal(1))`, []string{"fmt"}, true},
	{"so is the name of a foreign package", `import "github.com/goccy/go-yaml"`, `fmt.Println(yaml.Marshal(1))`, []string{"fmt", "github.com/goccy/go-yaml"}, true},
	{"a foreign package with its name is known", `import yaml "github.com/goccy/go-yaml"`, `fmt.Println(yaml.Marshal(1))`, []string{"fmt", "yaml github.com/goccy/go-yaml"}, false},
	{"a foreign package of a name in use is taken for it", `import "example.org/mat"`, `mat.X()`, []string{"example.org/mat"}, false},
	{"what is not exported is no use", "", `mat.x()`, nil, false},
	{"cgo stays", "// int f(void);\nimport \"C\"", `C.f()`, []string{"C"}, false},
}

func TestRewrite(t *testing.T) {
	for _, c := range rewritten {
		t.Run(c.name, func(t *testing.T) {
			text := []byte("package main\n\n" + c.head + "\n\n// main keeps its comment.\nfunc main() {\n\t" + c.body + "\n}\n")
			out, elsewhere, err := Rewrite("main.go", text, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := imported(t, out); !slices.Equal(got, c.want) || elsewhere != c.elsewhere {
				t.Errorf("imports %q, elsewhere %v, want %q, %v\n%s", got, elsewhere, c.want, c.elsewhere, out)
			}
			if !strings.Contains(string(out), "// main keeps its comment.") {
				t.Errorf("a comment is lost:\n%s", out)
			}
			again, _, err := Rewrite("main.go", out, nil)
			if err != nil || string(again) != string(out) {
				t.Errorf("a second rewriting changes it (%v):\n%s", err, again)
			}
		})
	}
}

// TestDeclaredElsewhere checks that a name that another file of the package declares is not taken for a package.
func TestDeclaredElsewhere(t *testing.T) {
	out, elsewhere, err := Rewrite("main.go", []byte("package main\n\nfunc main() { mat.X() }\n"), map[string]bool{"mat": true})
	if err != nil || elsewhere || len(imported(t, out)) > 0 {
		t.Errorf("%v %v\n%s", err, elsewhere, out)
	}
}

func TestWhatDoesNotParse(t *testing.T) {
	if _, _, err := Rewrite("main.go", []byte("package main\nfunc main() { x := }\n"), nil); err == nil || !strings.Contains(err.Error(), "main.go:2:") {
		t.Errorf("error %v, want one with the line", err)
	}
}

// TestRewriteOfManyDeclarations checks that a notebook with many declarations needs no search through the modules, which takes seconds.
func TestRewriteOfManyDeclarations(t *testing.T) {
	var b strings.Builder
	b.WriteString("package main\n\nimport \"os\"\n\n")
	for i := range 500 {
		b.WriteString("func f" + strconv.Itoa(i) + "(x *mat.Dense) float64 {\n\tr, c := x.Dims()\n\treturn floats.Sum(x.RawMatrix().Data) + float64(r*c)\n}\n")
	}
	b.WriteString("func main() { fmt.Println(f0(nil)) }\n")
	start := time.Now()
	if _, elsewhere, err := Rewrite("main.go", []byte(b.String()), nil); err != nil || elsewhere {
		t.Fatal(err, elsewhere)
	}
	t.Logf("500 functions: %s", time.Since(start))
}
