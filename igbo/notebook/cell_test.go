package notebook_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// cell is a notebook's program as GoNB writes it: the declarations of all cells so far, and the statements of one cell.
const cell = `package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/notebook"
)

type settings struct {
	N    int
	Base float64
}

var factor = 2.0

// scaled is called by power.
func scaled(x float64) float64 { return factor * x }

func power(s settings) []float64 {
	fmt.Println("computing power")
	out := []float64{1}
	for range s.N {
		out = append(out, scaled(s.Base*out[len(out)-1]))
	}
	return out
}

type trained struct {
	Loss  float64
	Model *igbo.Model
}

func data() igbo.Data {
	task := notebook.Must(datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1))
	return notebook.Must(igbo.Tabular(task.Train.Features, task.Train.X, task.Train.Y))
}

func train(cfg igbo.Config) trained {
	fmt.Println("computing train")
	r := notebook.Must(igbo.Train(context.Background(), notebook.Engine(), cfg, data(), nil))
	return trained{r.History.Steps[0].TaskLoss, r.Model}
}

func main() {
	fmt.Println("power", notebook.Keep(settings{3, 2}, power))
	base := 5.0
	fmt.Println("literal", notebook.Keep(settings{1, 2}, func(s settings) float64 { return s.Base }))
	fmt.Println("captured", notebook.Keep(settings{1, 2}, func(s settings) float64 { return s.Base * base }))
	cfg := igbo.DefaultConfig()
	cfg.Epochs = 1
	r := notebook.Keep(cfg, train)
	fmt.Println("prediction", notebook.Must(r.Model.Predict(data()))[0])
	mse := notebook.Keep(r, func(r trained) float64 {
		fmt.Println("computing mse")
		return notebook.Must(r.Model.Evaluate(data(), nil)).MSE
	})
	fmt.Println("mse", mse)
	notebook.Check(nil)
	notebook.Check(errors.New("the <end>"))
	fmt.Println("not reached")
}
`

// kernel is the folder in which GoNB builds cells.
type kernel struct {
	t   *testing.T
	dir string
}

// newKernel creates the folder, with a workspace that uses this library from its checkout.
func newKernel(t *testing.T) kernel {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	inputs.Module(t)
	root := must.Of(filepath.Abs("../..")).In(t)
	mod := must.Of(os.ReadFile(filepath.Join(root, "go.mod"))).In(t)
	release := regexp.MustCompile(`(?m)^go .*$`).FindString(string(mod))
	k := kernel{t, t.TempDir()}
	k.write("go.mod", "module gonb_1234\n\n"+release+"\n")
	k.write("go.work", fmt.Sprintf("%s\n\nuse (\n\t.\n\t%q\n)\n", release, root))
	return k
}

func (k kernel) write(name, text string) {
	k.t.Helper()
	if err := os.WriteFile(filepath.Join(k.dir, name), []byte(text), 0o644); err != nil {
		k.t.Fatal(err)
	}
}

// build compiles a cell.
func (k kernel) build(text string) {
	k.t.Helper()
	k.write("main.go", text)
	build := exec.Command("go", "build", "-tags=noxla", "-ldflags=-s -w", "-o", "gonb_1234")
	build.Dir, build.Env = k.dir, append(os.Environ(), "GOFLAGS=", "GOWORK="+filepath.Join(k.dir, "go.work"))
	if out, err := build.CombinedOutput(); err != nil {
		k.t.Fatalf("%v\n%s", err, out)
	}
}

// run runs the cell, whose exit status must be 1.
func (k kernel) run() (stdout, stderr string) {
	k.t.Helper()
	var out, reported bytes.Buffer
	run := exec.Command(filepath.Join(k.dir, "gonb_1234"))
	run.Env = append(os.Environ(), "GONB_TMP_DIR="+k.dir, "GOMLX_BACKEND=")
	run.Stdout, run.Stderr = &out, &reported
	err := run.Run()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		k.t.Fatalf("the cell ends with %v, want exit status 1\n%s%s", err, &out, &reported)
	}
	return out.String(), reported.String()
}

// computed returns what a cell computed, and the rest of its output.
func computed(stdout string) (list []string, rest string) {
	for line := range strings.Lines(stdout) {
		if what, ok := strings.CutPrefix(line, "computing "); ok {
			list = append(list, strings.TrimSpace(what))
		} else {
			rest += line
		}
	}
	return list, rest
}

// TestKeepInACell checks that later cells read a cached value until its code changes, that a cached model predicts as before, and that the
// reason is printed for values that cannot be cached. A source that was rewritten after the cell was compiled, as by GoNB when it completes
// a name, is not taken for that of the running cell.
func TestKeepInACell(t *testing.T) {
	k := newKernel(t)
	k.build(cell)
	first, reported := k.run()
	found, want := computed(first)
	if fmt.Sprint(found) != "[power train mse]" || !strings.Contains(want, "power [1 4 16 64]\nliteral 2\ncaptured 10\n") {
		t.Errorf("the first cell computed %v and printed %s", found, want)
	}
	if strings.Count(reported, "not cached") != 1 || !strings.Contains(reported, "uses the variable base of the enclosing function") {
		t.Errorf("the cell said %s", reported)
	}
	line := 1 + strings.Count(cell[:strings.Index(cell, `notebook.Check(errors`)], "\n")
	if end := fmt.Sprintf("the <end>\n\t%s:%d\n", filepath.Join(k.dir, "main.go"), line); !strings.HasSuffix(reported, end) || strings.Contains(reported, "goroutine") {
		t.Errorf("the cell ends with %q, want %q", reported, end)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"again", "", "", "[]"},
		{"another cell", "base := 5.0", "fmt.Print()\n\tbase := 5.0 // comment", "[]"},
		{"a function that power calls", "return factor * x", "return x * factor", "[power]"},
	} {
		if c.name != "again" {
			k.build(strings.Replace(cell, c.old, c.new, 1))
		}
		out, _ := k.run()
		if found, rest := computed(out); fmt.Sprint(found) != c.want || rest != want {
			t.Errorf("%s: computed %v, want %s; printed %s, want %s", c.name, found, c.want, rest, want)
		}
	}
	later := time.Now().Add(time.Minute)
	must.Do(t, os.Chtimes(filepath.Join(k.dir, "main.go"), later, later))
	for range 2 {
		out, reported := k.run()
		if found, _ := computed(out); len(found) != 3 || strings.Count(reported, "written after it was built") != 5 {
			t.Errorf("with a later source: computed %v and said %s", found, reported)
		}
	}
}

// fileCell is a cell whose functions read files.
const fileCell = `package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/notebook"
)

func words(path string) int {
	fmt.Println("computing words")
	return len(notebook.Must(os.ReadFile(path)))
}

func main() {
	fmt.Println("said", notebook.Keep(notebook.File("data.txt"), func(f workflow.File) int { return words(f.Path) }))
	fmt.Println("unsaid", notebook.Keep("data.txt", words))
	fmt.Println("fixed", notebook.Keep(notebook.File("data.txt"), func(workflow.File) int { return len(notebook.Must(os.ReadFile("other.txt"))) }))
	notebook.Check(errors.New("the end"))
}
`

// TestKeepOfFiles checks that a value is computed again if a file in its settings changed, and that a value whose function reads another
// file is never stale.
func TestKeepOfFiles(t *testing.T) {
	k := newKernel(t)
	t.Chdir(k.dir)
	k.write("other.txt", "other")
	k.write("data.txt", "one")
	k.build(fileCell)
	for _, c := range []struct{ data, other, computed, want string }{
		{"one", "other", "[words words]", "said 3\nunsaid 3\nfixed 5\n"}, {"one", "others", "[words]", "said 3\nunsaid 3\nfixed 6\n"},
		{"three", "others", "[words words]", "said 5\nunsaid 5\nfixed 6\n"}, {"one", "", "[words]", "said 3\nunsaid 3\nfixed 0\n"},
	} {
		k.write("data.txt", c.data)
		k.write("other.txt", c.other)
		out, reported := k.run()
		if found, rest := computed(out); fmt.Sprint(found) != c.computed || rest != c.want || strings.Count(reported, "the function reads a file with os.ReadFile (") != 2 {
			t.Errorf("%+v: computed %v, printed %s, said %s", c, found, rest, reported)
		}
	}
}
