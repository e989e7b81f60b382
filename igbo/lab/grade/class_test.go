package grade

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// TestMain makes this program the one that enters the sandbox, if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "enter" {
		fmt.Println(sandbox.Enter(os.Stdin))
		os.Exit(3)
	}
	os.Exit(m.Run())
}

const source = "../../.."

// right holds right answers to the exercises of the class's notebooks.
var right = map[string]string{
	"by-hand-1": "var ratio = 2.0 / 3",
	"by-hand-2": "func weighted(g1, g2 []float64, lambda float64) []float64 { return mix(lambda, g1, 1-lambda, g2) }",
	"by-hand-3": `func turned() []float64 {
	w := []float64{0.3, 0.2}
	other := func(w []float64) float64 { d := -difference(w); return max(epsilon-d, 0) + max(d-delta, 0) }
	for range steps { w = mix(1, w, -rate, direction(gradient(taskLoss, w), gradient(other, w), 0.5)) }
	return w
}`,
	"by-hand-5": "func hinge(d, low, high float64) float64 { return max(low-d, 0) + max(d-high, 0) }",
	"graph-3":   "func needed(alpha, sigma float64) float64 { return distuv.UnitNormal.Quantile(alpha) * sigma }",
	"graph-1":   "func ring(n int) float64 { return float64(n-1) / float64(n) }",
	"graph-2":   "var broken = []float64{.01, .01, .02, .01, .01, .05}",
	"graph-4":   "func interval(mu, sigma float64) (low, high float64) { return max(mu-sigma, 0.005), mu + sigma }",
}

// sheetOf is a notebook of the course as JSON.
type sheetOf map[string]any

func (n sheetOf) cells() (all []map[string]any) {
	for _, c := range n["cells"].([]any) {
		all = append(all, c.(map[string]any))
	}
	return all
}

func (n sheetOf) set(cells []map[string]any) sheetOf {
	list := []any{}
	for _, c := range cells {
		list = append(list, c)
	}
	n["cells"] = list
	return n
}

func grade(c map[string]any) string {
	g, _ := c["metadata"].(map[string]any)["nbgrader"].(map[string]any)
	id, _ := g["grade_id"].(string)
	return id
}

// answer writes answers into their cells.
func (n sheetOf) answer(answers map[string]string) sheetOf {
	for _, c := range n.cells() {
		if text, ok := answers[grade(c)]; ok {
			c["source"] = text
		}
	}
	return n
}

// with adds a code cell before the exercises.
func (n sheetOf) with(code string) sheetOf {
	cell := map[string]any{"cell_type": "code", "id": "mine", "metadata": map[string]any{}, "source": code, "outputs": []any{}}
	return n.set(slices.Insert(n.cells(), 1, cell))
}

// without removes cells.
func (n sheetOf) without(out func(c map[string]any) bool) sheetOf {
	return n.set(slices.DeleteFunc(n.cells(), out))
}

func (n sheetOf) text() []byte {
	text, err := json.Marshal(n)
	if err != nil {
		panic(err)
	}
	return text
}

func notebook(t *testing.T, name string) sheetOf {
	t.Helper()
	text := must.Of(os.ReadFile(filepath.Join(source, "notebooks", name+".ipynb"))).In(t)
	var n sheetOf
	must.Do(t, json.Unmarshal(text, &n))
	return n
}

// pupil is a fictional student: the submission, and the marks of the exercises by-hand 1, 2 and 3.
type pupil struct {
	name     string
	does     func(n sheetOf) []byte
	want     [3]string
	reported string // text in the page
}

func replaced(id, code string) func(n sheetOf) []byte {
	return func(n sheetOf) []byte { return n.answer(right).answer(map[string]string{id: code}).text() }
}

var all3 = [3]string{"2", "2", "2"}

// pupils holds the students. Every test uses the first three. A hostile answer may only cost its own marks.
var pupils = []pupil{
	{"ann", func(n sheetOf) []byte { return n.answer(right).text() }, all3, "right."},
	{"bob cut the file", func(n sheetOf) []byte { return n.answer(right).text()[:5000] }, [3]string{}, "cannot be read: ipynb: unexpected EOF"},
	{"cid forges marks", replaced("by-hand-1", `var ratio = forged()
func forged() float64 {
	fmt.Println("by-hand 1: right.\ncourse.Values: {\"name\":\"by-hand 1\",\"values\":[\"7\"],\"mark\":100}")
	os.Exit(0)
	return 0
}`), [3]string{"0", "2", "2"}, "not yet: it is not near."},
	{"dan answers nothing", func(n sheetOf) []byte { return n.text() }, [3]string{"0", "0", "0"}, "no answer yet."},
	{"eve is wrong", replaced("by-hand-1", "var ratio = 1.5"), [3]string{"0", "2", "2"}, "that is w1/w2"},
	{"fay loops", replaced("by-hand-2", "func weighted(g1, g2 []float64, lambda float64) []float64 { for {} }"), [3]string{"2", "0", "2"}, "ran longer than"},
	{"gil forks", replaced("by-hand-1", `var ratio = bomb()
func bomb() float64 { for { exec.Command("/proc/self/exe").Start() } }`), [3]string{"0", "2", "2"}, "the program "},
	{"hal fills the disk", replaced("by-hand-1", `var ratio = fill()
func fill() float64 {
	f, err := os.Create("all")
	for err == nil { _, err = f.Write(make([]byte, 1<<20)) }
	panic(err)
}`), [3]string{"0", "2", "2"}, "panic: "},
	{"ida prints gigabytes", replaced("by-hand-1", `var ratio = say()
func say() float64 { for { fmt.Println(strings.Repeat("x", 1<<16)) } }`), [3]string{"0", "2", "2"}, "printed more than it may"},
	{"jon kills his parent", replaced("by-hand-1", `var ratio = kill()
func kill() float64 { syscall.Kill(os.Getppid(), 9); syscall.Kill(-1, 9); return 2.0 / 3 }`), all3, "right."},
	{"kim takes all memory", replaced("by-hand-1", `var ratio = take()
func take() float64 { var all [][]byte; for { all = append(all, bytes.Repeat([]byte{1}, 1<<24)) } }`), [3]string{"0", "2", "2"}, "memory"},
	{"lea reads the solution", replaced("by-hand-1", `var ratio = steal()
func steal() float64 {
	for _, folder := range []string{"/root", "/home", "/work", "/etc", "/proc/1/cwd/../notebooks"} {
		if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 { return 2.0 / 3 }
	}
	return 7
}`), [3]string{"0", "2", "2"}, "not yet: it is not near."},
	{"max deleted the checks", func(n sheetOf) []byte {
		return n.answer(right).without(func(c map[string]any) bool { return strings.HasSuffix(grade(c), "-check") }).text()
	}, all3, "right."},
	{"nan deleted all but the answers", func(n sheetOf) []byte {
		return n.answer(right).without(func(c map[string]any) bool { return grade(c) == "" }).text()
	}, all3, "right."},
	{"oli deleted the answers", func(n sheetOf) []byte {
		return n.without(func(c map[string]any) bool { _, ours := right[grade(c)]; return ours }).text()
	}, [3]string{"0", "0", "0"}, "the cell of the answer is missing, and no other cell declares ratio."},
	{"pam renamed the cells", func(n sheetOf) []byte {
		n = n.answer(right)
		for i, c := range n.cells() {
			c["id"] = fmt.Sprint("c", i)
			delete(c["metadata"].(map[string]any), "nbgrader")
		}
		return n.text()
	}, all3, "right."},
	{"quin merged two", nil, all3, "right."},
	{"ron does not compile", replaced("by-hand-1", `var ratio = "two" / 3`), [3]string{"0", "2", "2"}, "in the line var ratio = &#34;two&#34; / 3"},
	{"sue does not parse", replaced("by-hand-1", "// mine\nvar ratio = = 3"), [3]string{"0", "2", "2"}, "the cell of the answer does not parse: line 2: expected"},
	{"tea renames the variable", replaced("by-hand-1", "var proportion = 2.0 / 3"), [3]string{"0", "2", "2"}, "the cell of the answer does not declare ratio, which the check asks for."},
	{"ted searches", replaced("by-hand-1", `var ratio = search()
func search() float64 {
	os.Unsetenv("IGBO_COURSE_VALUES")
	for v := 0.0; v < 3; v += 1e-3 { if course.Judge("by-hand 1", []float64{v}).Right { return v } }
	return 7
}`), [3]string{"0", "2", "2"}, "not yet: it is not near."},
	{"til has one of two", replaced("by-hand-3", "func turned() []float64 { return []float64{1.097, 7} }"), [3]string{"2", "2", "1"}, "Half of the points"},
	{"tom has a type of his own", replaced("by-hand-1", `var ratio = "2/3"`), [3]string{"0", "2", "2"}, "the answer has type string, want float64."},
	{"uma panics", replaced("by-hand-2", "func weighted(g1, g2 []float64, lambda float64) []float64 { return g1[5:] }"), [3]string{"2", "0", "2"}, "the function panics: "},
	{"vic tries things", func(n sheetOf) []byte {
		return n.answer(right).with("x := 42\nfmt.Println(x)").with("%%\nfor {}").with("!rm -rf /").with("%live off").text()
	}, all3, "right."},
	{"wes wants C", replaced("by-hand-1", "import \"C\"\nvar ratio = float64(C.int(2)) / 3"), [3]string{"0", "2", "2"}, "it does not compile: undefined: C"},
	{"xia declares main", func(n sheetOf) []byte {
		return n.answer(right).with("func main() { os.Exit(0) }\nfunc init() { os.Exit(0) }").text()
	}, all3, "right."},
	{"yan redeclares later", func(n sheetOf) []byte {
		n = n.answer(right)
		return n.set(append(n.cells(), sheetOf{}.with2("var ratio = 99.0"))).text()
	}, all3, "right."},
	{"zoe writes <script>alert(1)</script>", replaced("by-hand-1", "var ratio = 2.0 / 3 // <script>alert(1)</script>"), all3, "&lt;script&gt;alert(1)"},
	{"=cmd is a formula", func(n sheetOf) []byte { return n.answer(right).text() }, all3, "right."},
	{"bea hands in a list", func(sheetOf) []byte { return []byte("[]") }, [3]string{}, "cannot be read: "},
	{"cat needs a huge program", replaced("by-hand-1", "var table = [1 << 40]int{1<<40 - 1: 1}\nvar ratio = float64(table[0]) + 2.0/3"), [3]string{"0", "2", "2"}, "it does not compile: "},
	{"dot waits for the network", replaced("by-hand-1", `import sockets "net"
var ratio = fetch()
func fetch() float64 { if _, err := sockets.Dial("tcp", "1.1.1.1:80"); err == nil { return 2.0 / 3 }; return 7 }`), [3]string{"0", "2", "2"}, "not yet: it is not near."},
}

// with2 returns a code cell.
func (sheetOf) with2(code string) map[string]any {
	return map[string]any{"cell_type": "code", "id": "last", "metadata": map[string]any{}, "source": code, "outputs": []any{}}
}

// handIn writes the class's folder.
func handIn(t *testing.T, class []pupil) string {
	folder := t.TempDir()
	for _, p := range class {
		text := []byte(nil)
		if p.does != nil {
			text = p.does(notebook(t, "05_igbo_by_hand"))
		} else { // two notebooks in one file
			n := notebook(t, "03_clt_dag").answer(right)
			text = n.set(append(n.cells(), notebook(t, "05_igbo_by_hand").answer(right).cells()...)).text()
		}
		must.Do(t, os.WriteFile(filepath.Join(folder, strings.ReplaceAll(p.name, "/", "∕")+".ipynb"), text, 0o444))
	}
	return folder
}

// options returns options for a class, with a sandbox of small limits.
func options(t *testing.T, folder string) Options {
	inputs.Module(t)
	self := must.Of(os.Executable()).In(t)
	limits := sandbox.DefaultLimits()
	limits.Time, limits.Memory, limits.Disk, limits.Processes = 20*time.Second, 512<<20, 16<<20, 60
	box := must.Of(sandbox.Open(context.Background(), []string{self, "enter"}, limits)).In(t)
	return Options{Folder: folder, Out: filepath.Join(t.TempDir(), "marks"), Source: source, Box: box, Log: t.Output()}
}

func notebooks(t *testing.T, names ...string) []Notebook {
	var texts [][]byte
	for _, name := range names {
		texts = append(texts, notebook(t, name).text())
	}
	return must.Of(Read(names, texts)).In(t)
}

// contents returns the files of a folder with their times.
func contents(t *testing.T, folder string) map[string]string {
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		info, err2 := e.Info()
		must.Do(t, errors.Join(err, err2))
		all[e.Name()] = info.ModTime().String() + info.Mode().String() + string(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestCollected checks that the folders into which nbgrader collects, one for each student with the assignment and its time, can be graded
// directly.
func TestCollected(t *testing.T) {
	folder := t.TempDir()
	at := filepath.Join(folder, "ann", "ps1")
	must.Do(t, os.MkdirAll(at, 0o755))
	must.Do(t, os.WriteFile(filepath.Join(at, "05_igbo_by_hand.ipynb"), notebook(t, "05_igbo_by_hand").answer(right).text(), 0o644))
	must.Do(t, os.WriteFile(filepath.Join(at, "timestamp.txt"), []byte("2026-11-29 11:45:30.781434 UTC"), 0o644))
	o := options(t, folder)
	students, err := Class(context.Background(), notebooks(t, "05_igbo_by_hand"), o)
	if err != nil || len(students) != 1 || students[0].String() != "ann: 8 of 8 points" {
		t.Errorf("%v (%v)", students, err)
	}
}

// TestClass grades a class of thirty, or its first three: broken and hostile work only costs its own marks, and submissions do not change.
func TestClass(t *testing.T) {
	class := pupils[:sweep.Count(3, len(pupils))]
	o := options(t, "")
	if !o.Box.Apart() { // otherwise some of them would reach our files
		class = slices.DeleteFunc(slices.Clone(class), func(p pupil) bool {
			return slices.Contains(strings.Fields("dot gil hal jon kim lea"), p.name[:3])
		})
		t.Log(o.Box)
	}
	folder := handIn(t, class)
	o.Folder = folder
	before := contents(t, folder)
	if _, err := Class(context.Background(), notebooks(t, "05_igbo_by_hand"), o); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(contents(t, folder), before) {
		t.Error("what was handed in has changed")
	}
	text := must.Of(os.ReadFile(filepath.Join(o.Out, "marks.csv"))).In(t)
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != "student,by-hand 1,by-hand 2,by-hand 3,by-hand 4,by-hand 5,sum,of,to read,remarks" {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, p := range class {
		name := strings.ReplaceAll(p.name, "/", "∕")
		at := slices.IndexFunc(rows, func(r []string) bool { return strings.TrimPrefix(r[0], "'") == name })
		if at < 0 || !slices.Equal(rows[at][1:4], p.want[:]) {
			t.Errorf("%s: %q, expected %q", p.name, rows[max(at, 0)], p.want)
		}
		page, err := os.ReadFile(filepath.Join(o.Out, "students", name+".html"))
		if err != nil || !strings.Contains(string(page), p.reported) || strings.Contains(string(page), "<script") {
			t.Errorf("%s: expected %q (%v) in\n%s", p.name, p.reported, err, page)
		}
	}
	if strings.Contains(string(text), "\n=") {
		t.Errorf("a formula stands bare in\n%s", text)
	}
}

// TestResume checks that grading resumes after an interruption, and that cached outcomes are not computed again.
func TestResume(t *testing.T) {
	class := []pupil{pupils[0], pupils[3], pupils[4]}
	o := options(t, handIn(t, class))
	ctx, cancel := context.WithCancel(context.Background())
	log := o.Log
	o.Log = writer(func(p []byte) (int, error) { cancel(); return log.Write(p) })
	asked := notebooks(t, "05_igbo_by_hand")
	if all, err := Class(ctx, asked, o); !errors.Is(err, context.Canceled) || len(all) == 0 || len(all) == len(class) {
		t.Fatalf("%d students (%v), expected some and an interrupt", len(all), err)
	}
	o.Log = log
	if _, err := Class(context.Background(), asked, o); err != nil {
		t.Fatal(err)
	}
	marks := contents(t, o.Out)["marks.csv"]
	o.Source = t.TempDir() // a folder in which nothing compiles
	must.Do(t, os.CopyFS(filepath.Join(o.Source, "igbo", "course"), os.DirFS(filepath.Join(source, "igbo", "course"))))
	all, err := Class(context.Background(), asked, o)
	if err != nil || len(all) != len(class) {
		t.Fatal(len(all), err)
	}
	again := contents(t, o.Out)["marks.csv"]
	if _, text, _ := strings.Cut(again, "student"); !strings.HasSuffix(marks, text) {
		t.Errorf("marks\n%s\nand again\n%s", marks, again)
	}
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestRefused checks that invalid folders, and marks among the submissions, are refused.
func TestRefused(t *testing.T) {
	o := options(t, handIn(t, pupils[:1]))
	asked := notebooks(t, "05_igbo_by_hand")
	for want, change := range map[string]func(o *Options){
		"must contain one notebook or one folder per student": func(o *Options) { o.Folder = t.TempDir() },
		"no such file":                                  func(o *Options) { o.Folder = filepath.Join(o.Folder, "nowhere") },
		"/marks is inside the submissions":              func(o *Options) { o.Out = filepath.Join(o.Folder, "marks") },
		"is inside the submissions; use another folder": func(o *Options) { o.Out = o.Folder },
		"grade: the output folder": func(o *Options) {
			link := filepath.Join(t.TempDir(), "link")
			if err := os.Symlink(o.Folder, link); err != nil {
				t.Skip(err)
			}
			o.Out = filepath.Join(link, "new", "marks")
		},
		"grade: ": func(o *Options) { o.Out = filepath.Join(o.Folder, "ann.ipynb", "x") },
	} {
		changed := o
		change(&changed)
		if _, err := Class(context.Background(), asked, changed); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "grade: ") {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	if _, err := Read([]string{"x"}, [][]byte{[]byte(`{"nbformat":4,"cells":[]}`)}); err == nil {
		t.Error("a notebook without exercises is marked")
	}
}

// TestFolders checks that a student can submit a folder, that hidden folders in it are ignored, and that links are reported and not
// followed.
func TestFolders(t *testing.T) {
	folder := t.TempDir()
	text := pupils[0].does(notebook(t, "05_igbo_by_hand"))
	for _, name := range []string{"ann/week 3/mine.ipynb", "ann/.ipynb_checkpoints/mine.ipynb", "ben/notes.txt"} {
		path := filepath.Join(folder, name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o644)))
	}
	if err := os.Symlink(filepath.Join(folder, "ann/week 3/mine.ipynb"), filepath.Join(folder, "ben/mine.ipynb")); err != nil {
		t.Skip(err)
	}
	all, err := Class(context.Background(), notebooks(t, "03_clt_dag", "05_igbo_by_hand"), options(t, folder))
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	if got := all[0].String(); got != "ann: 8 of 8 points" {
		t.Error(got)
	}
	if got := all[1].String(); got != "ben: 0 of 8 points; mine.ipynb is a symbolic link, which is not followed; ask for the file itself" {
		t.Error(got)
	}
}

// TestMarksOfOthers checks that marks replace neither a file that igbo did not write nor marks that somebody changed, and that grading
// again replaces its own marks.
func TestMarksOfOthers(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	folder := t.TempDir()
	must.Do(t, os.Symlink("nowhere", filepath.Join(folder, "ann.ipynb"))) // nothing to run
	o := options(t, folder)
	class := func() error {
		_, err := Class(context.Background(), notebooks(t, "05_igbo_by_hand"), o)
		return err
	}
	must.Do(t, class())
	must.Do(t, class())
	for _, name := range []string{"marks.csv", "students/ann.html"} {
		path := filepath.Join(o.Out, filepath.FromSlash(name))
		marks := must.Of(os.ReadFile(path)).In(t)
		must.Do(t, os.WriteFile(path, append(marks, "well done"...), 0o666))
		if err := class(); !errors.Is(err, ledger.ErrForeign) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		must.Do(t, os.WriteFile(path, marks, 0o666))
		must.Do(t, class())
	}
}

// TestLinkedHandIns checks that a submission that is a link, to a file, a folder or nothing, has a line in marks.csv with the reason.
func TestLinkedHandIns(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	text := pupils[0].does(notebook(t, "05_igbo_by_hand"))
	must.Do(t, os.WriteFile(filepath.Join(folder, "ann.ipynb"), text, 0o644))
	must.Do(t, os.WriteFile(filepath.Join(elsewhere, "other.ipynb"), text, 0o644))
	for name, to := range map[string]string{"ben.ipynb": "ann.ipynb", "cem": elsewhere, "dora": "nowhere", "notes.txt": "ann.ipynb"} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	o := options(t, folder)
	all, err := Class(context.Background(), notebooks(t, "05_igbo_by_hand"), o)
	if err != nil || len(all) != 4 {
		t.Fatal(all, err)
	}
	marks := string(must.Of(os.ReadFile(filepath.Join(o.Out, "marks.csv"))).In(t))
	for _, want := range []string{"\nann,", "ben.ipynb is a symbolic link", "cem is a symbolic link", "dora is a symbolic link"} {
		if !strings.Contains(marks, want) {
			t.Errorf("no %q in\n%s", want, marks)
		}
	}
}
