package stateful

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shelf is a folder that serves modules to the go command, below a path that no other test uses.
type shelf struct {
	t            testing.TB
	folder, path string
}

// modules returns a new shelf. The go commands of the test find modules on it and in the module cache.
func modules(t *testing.T) shelf {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, folder := strings.TrimSpace(string(out)), t.TempDir()
	s := shelf{t: t, folder: folder, path: "living.test/" + filepath.Base(filepath.Dir(folder)) + fmt.Sprint(os.Getpid())}
	s.path = strings.ToLower(s.path)
	t.Setenv("GOPROXY", "file://"+folder+",file://"+cache+"/cache/download,off")
	t.Setenv("GONOSUMDB", "living.test")
	t.Cleanup(func() {
		for _, place := range []string{filepath.Join(cache, s.path), filepath.Join(cache, "cache", "download", s.path)} {
			_ = filepath.WalkDir(place, func(path string, e fs.DirEntry, err error) error {
				if err == nil && e.IsDir() {
					err = os.Chmod(path, 0o700)
				}
				return err
			})
			if err := os.RemoveAll(place); err != nil {
				t.Error(err)
			}
		}
	})
	return s
}

// put writes a module. In its files, § is replaced by the common path of the shelf's modules.
func (s shelf) put(module, version string, files map[string]string) {
	s.t.Helper()
	module = s.path + "/" + module
	place := filepath.Join(s.folder, module, "@v")
	if err := os.MkdirAll(place, 0o755); err != nil {
		s.t.Fatal(err)
	}
	files = maps.Clone(files)
	if files["go.mod"] == "" {
		files["go.mod"] = "module " + module + "\n\ngo 1.25\n"
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		files[name] = strings.ReplaceAll(files[name], "§", s.path)
		w, err := z.Create(module + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		s.t.Fatal(err)
	}
	list, _ := os.ReadFile(filepath.Join(place, "list")) // the list is empty at first
	for name, text := range map[string]string{"list": string(list) + version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": files["go.mod"], version + ".zip": b.String()} {
		if err := os.WriteFile(filepath.Join(place, name), []byte(text), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
}

// require requires modules of the shelf in a notebook.
func (s shelf) require(n *notebook, words ...string) (modules []string, err error) {
	for i := range words {
		words[i] = s.path + "/" + words[i]
	}
	modules, packages, err := n.Require(s.t.Context(), words...)
	if err == nil {
		_, err = n.Load(s.t.Context(), packages...)
	}
	return modules, err
}

// expect runs cells as [notebook.expect] does, with § for the path of the shelf's modules.
func (s shelf) expect(n *notebook, cells ...[2]string) {
	s.t.Helper()
	for i := range cells {
		for k := range cells[i] {
			cells[i][k] = strings.ReplaceAll(cells[i][k], "§", s.path)
		}
	}
	n.expect(cells...)
}

// TestModuleLoaded checks that the packages of a module that is not linked in are loaded with their imports, and initialised in Go's order.
func TestModuleLoaded(t *testing.T) {
	s := modules(t)
	s.put("shape", "v1.2.3", map[string]string{
		"shape.go": `// Package shape has something of each kind.
package shape

import (
	_ "embed"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"§/shape/unit"
)

//go:embed text.txt
var Text string

//go:embed text.txt other
var Files embed.FS

type Shape interface {
	Area() float64
	fmt.Stringer
}

type Square struct {
	Side float64 ` + "`json:\"side\"`" + `
	tags map[string][]*int
}

func (s Square) Area() float64    { return s.Side * s.Side }
func (s Square) String() string   { return fmt.Sprintf("square of %g %s", s.Side, unit.Name) }
func (s *Square) Grow(by float64) { s.Side += by }

type List[T any] struct{ items []T }

func (l *List[T]) Add(v T) *List[T] { l.items = append(l.items, v); return l }
func (l *List[T]) All() func(func(int, T) bool) {
	return func(yield func(int, T) bool) {
		for i, v := range l.items {
			if !yield(i, v) {
				return
			}
		}
	}
}

func Map[A, B any](in []A, f func(A) B) (out []B) {
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

var (
	Order = append([]string{"variable"}, first...)
	first = []string{fmt.Sprint(unit.Order)}
	table = map[string]func(int) int{"double": func(i int) int { return 2 * i }, "random": rand.IntN}
	once  sync.Once
	done  = make(chan int)
	big   [1 << 16]*Square
	ErrNo = errors.New("no")
	Unit  = &Square{Side: 1, tags: map[string][]*int{"a": {new(int)}}}
)

func init() {
	Order = append(Order, "init")
	go func() { done <- 42 }()
	big[1<<15] = &Square{Side: 7}
}

func init() { Order = append(Order, "init 2") }

func Wait() (n int) { once.Do(func() { n = <-done }); return n }

func Big() *Square { return big[1<<15] }

func Twice(n int) int { return table["double"](n) }

func JSON(s Shape) (string, error) { b, err := json.Marshal(s); return string(b), err }

func Fail() (err error) {
	defer func() { err = fmt.Errorf("%w: %v", ErrNo, recover()) }()
	var s []int
	_ = s[Twice(1)]
	return nil
}
`,
		"text.txt": "embedded", "other/file": "file",
		"unit/unit.go":           "package unit\n\nconst Name = \"cm\"\n\nvar Order []string\n\nfunc init() { Order = append(Order, \"unit\") }\n",
		"constants/constants.go": "// Package constants has no function.\npackage constants\n\nconst Answer = 42\n",
	})
	for _, env := range [][]string{nil, severe} {
		n := open(t, env...)
		got, err := s.require(n, "shape@latest")
		if err != nil || !slices.Equal(got, []string{s.path + "/shape@v1.2.3"}) {
			t.Fatal(got, err)
		}
		s.expect(n, [][2]string{
			{"import \"§/shape\"\nshape.Order", "[\"variable\" \"[unit]\" \"init\" \"init 2\"]\n"},
			{"sq := shape.Square{Side: 3}\nvar sh shape.Shape = sq\nfmt.Println(sh, sh.Area(), shape.Wait(), shape.Twice(4), shape.Text)", "square of 3 cm 9 42 8 embedded\n"},
			{"p := &sq\np.Grow(2)\nruntime.GC()\nfmt.Println(sq, shape.Big(), *shape.Unit == shape.Square{})", "! cell [3], line 4: invalid operation: *shape.Unit == shape.Square{} (struct containing map[string][]*int cannot be compared)"},
			{"p := &sq\np.Grow(2)\nruntime.GC()\nfmt.Println(sq, shape.Big())", "square of 5 cm square of 7 cm\n"},
			{"type circle struct{ r float64 }\nfunc (c circle) Area() float64 { return c.r }\nfunc (c circle) String() string { return \"circle\" }\nvar all = []shape.Shape{sq, circle{2}}\nshape.Map(all, func(s shape.Shape) string { return s.String() })", "[\"square of 5 cm\" \"circle\"]\n"},
			{"l := new(shape.List[circle]).Add(circle{1}).Add(circle{2})\nfor i, c := range l.All() { fmt.Println(i, c) }", "0 circle\n1 circle\n"},
			{"_, is := any(sq).(shape.Shape)\nfmt.Println(is, reflect.TypeOf(sq).PkgPath(), reflect.TypeFor[shape.Shape]().NumMethod(), reflect.TypeOf(l))", "true §/shape 2 *shape.List[main.circle]\n"},
			{"text, err := shape.JSON(sq)\nfmt.Println(text, err)", "{\"side\":5} <nil>\n"},
			{"err = shape.Fail()\nfmt.Println(errors.Is(err, shape.ErrNo), err)", "true no: runtime error: index out of range [2] with length 0\n"},
			{"b, _ := shape.Files.ReadFile(\"other/file\")\nstring(b)", "file\n"},
			{"import \"§/shape/constants\"\nimport u \"§/shape/unit\"\nfmt.Println(constants.Answer, u.Order)", "42 [unit]\n"},
		}...)
	}
}

// TestSourcePackageLoaded checks that a package of the project that is not linked in, and its imports, are loaded without a requirement.
func TestSourcePackageLoaded(t *testing.T) {
	n := open(t)
	const path = "github.com/igbolab/igbolab/igbo/kernel/proxy/required"
	if n.Session.cells.Has(path) {
		t.Fatal("the package is linked in")
	}
	n.expect([][2]string{
		{"import \"" + path + "\"\nrequired.Module.MatchString(\"example.org/a@v1.0.0\")", "true\n"},
		{"import \"runtime/race\"", "! package runtime/race/internal/amd64v1 has object files"},
	}...)
}
