package stateful

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// program is a program of a corpus: the cell that runs it, and its expected output.
type program struct {
	name, cell, want string
	folder           string // working directory
	example          bool   // compare its output as go test does
	unordered        bool
}

// differences lists the programs whose output differs when they run as a cell, each with the reason.
//
//go:embed testdata/differences.txt
var differences string

// reasons returns the reasons of a section of the list, by program.
func reasons(t *testing.T, section string) map[string]string {
	t.Helper()
	_, text, found := strings.Cut(differences, "-- "+section+"\n")
	if !found {
		t.Fatalf("testdata/differences.txt has no section %q", section)
	}
	text, _, _ = strings.Cut(text, "\n-- ")
	all := map[string]string{}
	for line := range strings.Lines(text) {
		name, reason, _ := strings.Cut(strings.TrimSpace(line), ": ")
		all[name] = reason
	}
	return all
}

// TestProgramsFresh runs each program of Go's test folder as a cell of a new process.
func TestProgramsFresh(t *testing.T) {
	t.Parallel()
	runPrograms(t, "programs fresh", goPrograms(t), true)
}

// TestProgramsShared runs the programs of Go's test folder as one cell that is edited.
func TestProgramsShared(t *testing.T) {
	t.Parallel()
	runPrograms(t, "programs shared", goPrograms(t), false)
}

// runPrograms runs programs as cells and compares their output. Programs with a listed difference run too. The variable LIVE_CORPUS selects
// programs by a regular expression.
func runPrograms(t *testing.T, section string, all []program, fresh bool) {
	n := open(t, "TZ=America/Los_Angeles") // as in the standard library's tests
	var streams sync.Map
	n.Session.Listener.Output = func(stream, text string) {
		if stream == "stdout" || !all[0].example {
			streams.Store(stream, true)
			n.say(text)
		}
	}
	known := reasons(t, section)
	step := volume(25, 1)
	pattern := regexp.MustCompile(os.Getenv("LIVE_CORPUS"))
	ran := 0
	for i, p := range all {
		if i%step > 0 || !pattern.MatchString(p.name) {
			continue
		}
		if n.Dir != p.folder || fresh && !p.example {
			n.enter(p.folder, fresh || ran == 0)
		}
		if !fresh {
			n.restoreSettings()
		}
		start := time.Now()
		streams.Clear()
		got, want := n.program(p), p.want
		_, out := streams.Load("stdout")
		if _, both := streams.Load("stderr"); both && out { // the order of two streams is undefined
			p.unordered = true
		}
		if p.example || p.unordered {
			got, want = trimmed(got, p.unordered), trimmed(want, p.unordered)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Logf("%s takes %v", p.name, took)
		}
		ran++
		if !fresh && finalizers.MatchString(p.cell) { // they would run, and fail, during later programs
			n.goroutines = 0
			if err := n.Reset(); err != nil {
				t.Fatal(err)
			}
		}
		switch reason, differs := known[p.name]; {
		case got != want && !differs:
			t.Errorf("%s prints\n%.1000s\nexpected\n%.1000s", p.name, got, want)
		case got == want && differs:
			t.Logf("%s prints what it has to print, and is listed: %s", p.name, reason)
		}
	}
	t.Logf("%d programs", ran)
}

// finalizers matches programs that set finalizers or cleanups.
var finalizers = regexp.MustCompile(`\.(SetFinalizer|AddCleanup)\(`)

// restoreSettings resets process-wide settings that programs change. A program that has left goroutines, which would disturb later
// programs, is followed by a new process. So is one that shadows a predeclared name, because constants and types stay in the session.
func (n *notebook) restoreSettings() {
	got := n.run("import settings \"runtime/debug\"\nimport procs \"runtime\"\nimport out \"fmt\"\nsettings.SetGCPercent(100); settings.SetMemoryLimit(1<<63 - 1); procs.GOMAXPROCS(procs.NumCPU()); out.Print(procs.NumGoroutine());")
	switch count, err := strconv.Atoi(strings.TrimSpace(got)); {
	case err == nil && n.goroutines == 0 && !n.shadows():
		n.goroutines = count
	case err != nil || count > n.goroutines || n.shadows(): // a goroutine can also have failed
		n.goroutines = 0
		if err := n.Reset(); err != nil {
			n.t.Fatal(err)
		}
	}
}

// shadows reports whether the session declares a name of the universe.
func (n *notebook) shadows() bool {
	return slices.ContainsFunc(n.Session.cells.Names(), func(name string) bool { return types.Universe.Lookup(name) != nil })
}

// enter changes to a folder, with a new process or within the old one.
func (n *notebook) enter(folder string, fresh bool) {
	n.Dir = folder
	if !fresh {
		if got := n.run(fmt.Sprintf("if err := os.Chdir(%q); err != nil { panic(err) }", folder)); got != "" {
			n.t.Errorf("changing to %s: %s", folder, got)
		}
	} else if err := n.Reset(); err != nil {
		n.t.Fatal(err)
	}
}

// programLimit bounds a program of a corpus.
const programLimit = 5 * time.Minute

// program runs a program and returns its output, and how it ended unless it returned or exited with code 0.
func (n *notebook) program(p program) string {
	n.begin()
	n.cells++
	ctx, cancel := context.WithTimeout(n.t.Context(), programLimit)
	defer cancel()
	stop := time.AfterFunc(programLimit, n.Kill)
	defer stop.Stop()
	r, err := n.RunCell(ctx, "program", n.cells, p.cell)
	out := n.text()
	var foreign cells.Foreign
	switch {
	case errors.As(err, &foreign):
		return "runs as a program: " + foreign.Reason
	case err != nil:
		return out + "! " + err.Error()
	case r.End != "done" && (r.End != "exit" || r.Code != 0):
		return out + "! " + r.End + fmt.Sprint(" ", r.Code, " ") + cells.Plain(r.Text)
	}
	return out
}

// goPrograms lists the single-file programs of Go's test folder that Go's own tests run without arguments. They print the content of the
// file .out next to them, or nothing, and exit with code 0.
func goPrograms(t *testing.T) (all []program) {
	t.Helper()
	folder := filepath.Join(goRoot(t, "test/ken"), "test")
	run := regexp.MustCompile(`^(//.*\n|\n)*// run\n`)
	context := build.Default
	context.CgoEnabled = false // as in the process of cells
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && filepath.Ext(path) == ".dir" { // programs of several files
			return filepath.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".go" || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !run.Match(text) || bytes.Contains(text, []byte(`"os/exec"`)) {
			return err // programs that start others test the go command
		}
		if fits, err := context.MatchFile(filepath.Dir(path), filepath.Base(path)); err != nil || !fits {
			return err
		}
		want, err := os.ReadFile(strings.TrimSuffix(path, ".go") + ".out")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		all = append(all, program{name: name, folder: folder, cell: programCell(string(text)), want: string(want)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// programCell returns the text of a program without its package clause. A cell that declares main runs it.
func programCell(text string) string {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", text, parser.PackageClauseOnly)
	if err != nil {
		return text
	}
	from, to := files.Position(f.Package).Offset, files.Position(f.Name.End()).Offset
	return text[:from] + strings.TrimPrefix(text[to:], ";")
}

// goRoot finds a Go in the PATH that has a folder. Downloaded toolchains have no tests, so another Go's tests are used.
func goRoot(t *testing.T, folder string) string {
	t.Helper()
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		command := exec.Command(filepath.Join(dir, "go"), "env", "GOROOT")
		command.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOROOT=")
		out, err := command.Output()
		root := strings.TrimSpace(string(out))
		if _, missing := os.Stat(filepath.Join(root, folder)); cmp.Or(err, missing) == nil {
			return root
		}
	}
	t.Skipf("no Go in the PATH has the folder %s", folder)
	return ""
}
