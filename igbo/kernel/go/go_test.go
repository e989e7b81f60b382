package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/program"
)

// workshop is a folder with a cell, a workspace with another module, and this program as go in the PATH.
type workshop struct {
	t         *testing.T
	dir, path string
	env       []string // in addition to the test's
}

func newWorkshop(t *testing.T) *workshop {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links under the name go")
	}
	if testing.Short() {
		t.Skip("builds this program")
	}
	root := t.TempDir()
	w := &workshop{t: t, dir: filepath.Join(root, "cell"), path: filepath.Join(root, "bin", "go")}
	binary, err := os.ReadFile(program.Built(t, "."))
	if err == nil {
		err = os.Mkdir(filepath.Dir(w.path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(w.path, binary, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.put("go.mod", "module cell\n\ngo 1.26\n")
	w.put("go.work", "go 1.26\n\nuse (\n\t.\n\t../other\n)\n")
	w.put("../other/go.mod", "module example.org/other\n\ngo 1.26\n")
	w.put("../other/other.go", "package other\n\n// X is 1.\nconst X = 1\n")
	return w
}

func (w *workshop) put(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// run runs a command of the workshop.
func (w *workshop) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(w.path)+":"+os.Getenv("PATH"), "GOWORK=", "GOFLAGS=-buildvcs=false")
	cmd.Env = append(cmd.Env, w.env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// built builds a cell and returns its output.
func (w *workshop) built(code string) string {
	w.t.Helper()
	w.put("main.go", code)
	if out, err := w.run(w.path, "build", "-o", filepath.Join(w.dir, "program")); err != nil {
		w.t.Fatalf("%v\n%s", err, out)
	}
	out, err := w.run(filepath.Join(w.dir, "program"))
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.TrimSpace(out)
}

// memos returns the number of recorded builds.
func (w *workshop) memos() int {
	found, _ := filepath.Glob(filepath.Join(w.dir, memos, "*", "commands.json"))
	return len(found)
}

const (
	printsX   = "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/other\"\n)\n\nfunc main() { fmt.Println(\"x\", other.X) }\n"
	printsY   = "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/other\"\n)\n\nfunc main() { fmt.Println(\"y\", other.X) }\n"
	printsOne = "package main\n\nfunc main() { println(1) }\n"
)

// TestBuildsAgain checks that an edited cell reuses the earlier build, and that after any other change the go command builds.
func TestBuildsAgain(t *testing.T) {
	w := newWorkshop(t)
	w.built(printsX) // it compiles the other module, so nothing is recorded yet
	if got := w.built(printsY); got != "y 1" || w.memos() != 1 {
		t.Fatalf("prints %q, %d builds remembered, want 1", got, w.memos())
	}
	if got, memo := w.built(printsX), w.memo(); got != "x 1" || !used(memo) {
		t.Errorf("prints %q, built again %v", got, used(memo))
	}
	info, err := os.Stat(filepath.Join(w.dir, "program"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.built(printsX)
		now, err := os.Stat(filepath.Join(w.dir, "program"))
		if err != nil || !os.SameFile(now, info) {
			t.Errorf("a cell that did not change is built again (%v)", err)
		}
		if source, err := os.Stat(filepath.Join(w.dir, "main.go")); err != nil || source.ModTime().After(now.ModTime()) {
			t.Errorf("a program is older than its source (%v)", err)
		}
	}
	w.built(printsY)
	if got := w.built(printsX); got != "x 1" {
		t.Errorf("prints %q after another cell", got)
	}
	time.Sleep(10 * time.Millisecond)
	w.put("../other/other.go", "package other\n\n// X is 2.\nconst X = 2\n")
	if got := w.built(printsX); got != "x 2" {
		t.Errorf("prints %q after another module has changed", got)
	}
	if got := w.built(printsOne); got != "1" {
		t.Errorf("prints %q with other imports", got)
	}
	w.put("more.go", "package main\n\nfunc init() { println(\"more\") }\n")
	if got := w.built(printsOne); got != "more\n1" {
		t.Errorf("prints %q with a file more", got)
	}
}

// memo returns the recorded build.
func (w *workshop) memo() string {
	found, _ := filepath.Glob(filepath.Join(w.dir, memos, "*", "commands.json"))
	return filepath.Dir(found[0])
}

// used reports whether the build was repeated: only then the compiler has left its package in the record.
func used(memo string) bool {
	_, err := os.Stat(filepath.Join(memo, "_pkg_.a"))
	return err == nil
}

// TestFaultsAreTheGoCommands checks that errors in a cell are reported as by the go command.
func TestFaultsAreTheGoCommands(t *testing.T) {
	w := newWorkshop(t)
	w.built(printsX)
	w.built(printsY)
	w.put("main.go", strings.Replace(printsX, "other.X", "other.Z, nothing", 1))
	program := filepath.Join(w.dir, "program")
	reported, err := w.run(w.path, "build", "-o", program)
	if err == nil {
		t.Fatal("a cell with a fault is built")
	}
	real, _ := exec.LookPath("go")
	want, err := w.run(real, "build", "-o", program)
	if err == nil || reported != want {
		t.Errorf("says\n%s\nwant\n%s", reported, want)
	}
}

// TestTrimmedCacheIsRebuilt checks that a build succeeds after the build cache was trimmed.
func TestTrimmedCacheIsRebuilt(t *testing.T) {
	w := newWorkshop(t)
	w.built(printsX)
	w.built(printsY)
	found, _ := filepath.Glob(filepath.Join(w.dir, memos, "*", "importcfg.link"))
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	w.put(filepath.Join(memos, filepath.Base(filepath.Dir(found[0])), "importcfg.link"), strings.Replace(string(text), "packagefile fmt=", "packagefile fmt=/gone", 1))
	if got := w.built(printsX); got != "x 1" {
		t.Errorf("prints %q", got)
	}
}

// TestEverythingElsePasses checks that other commands are passed to the go command, including their exit codes.
func TestEverythingElsePasses(t *testing.T) {
	w := newWorkshop(t)
	if out, err := w.run(w.path, "env", "GOWORK"); err != nil || strings.TrimSpace(out) == "" {
		t.Errorf("go env says %q, %v", out, err)
	}
	_, err := w.run(w.path, "nonsense")
	if exit, is := err.(*exec.ExitError); !is || exit.ExitCode() != 2 {
		t.Errorf("an unknown command ends with %v", err)
	}
}

// TestWorkspaceAbove checks that a workspace in a parent folder is ignored.
func TestWorkspaceAbove(t *testing.T) {
	w := newWorkshop(t)
	w.put("../go.work", "go 1.26\n")
	if err := os.Remove(filepath.Join(w.dir, "go.work")); err != nil {
		t.Fatal(err)
	}
	if out, err := w.run(w.path, "work", "init"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := w.run(w.path, "work", "use", ".", "../other"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := w.built(printsX); got != "x 1" {
		t.Errorf("prints %q", got)
	}
}

// TestPlainC checks that the packages that Go's linker links by itself exist, contain only C, and name only the library that opens
// libraries.
func TestPlainC(t *testing.T) {
	for _, path := range plainC {
		cmd := exec.Command("go", "list", "-f", "{{len .CgoFiles}} {{len .CXXFiles}}{{len .SysoFiles}} {{.CgoLDFLAGS}}", path)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS=linux")
		out, err := cmd.CombinedOutput()
		reported := strings.TrimSpace(string(out))
		if err != nil || strings.HasPrefix(reported, "0 ") || !strings.HasSuffix(reported, " 00 []") && !strings.HasSuffix(reported, " 00 [-ldl]") {
			t.Errorf("%s: %q, %v", path, reported, err)
		}
	}
}

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		`a  b`:                       {"a", "b"},
		`a -trimpath "$WORK/b=>" ''`: {"a", "-trimpath", "$WORK/b=>", ""},
		`GOROOT='/a b' link "c d"e`:  {"GOROOT=/a b", "link", "c de"},
		``:                           nil,
	} {
		if got := words(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
