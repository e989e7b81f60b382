//go:build unix

package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// examples holds cells that run one after another, and their outputs.
var examples = []struct{ code, stdout, failure string }{
	{"%%\nfmt.Println(\"two and two is\", 2+2)", "two and two is 4", ""},
	{"func norm(x []float64) float64 { return floats.Norm(x, 2) }", "", ""},
	{"%%\nfmt.Println(norm([]float64{3, 4}), mat.NewDense(1, 1, []float64{2}).At(0, 0))", "5 2", ""},
	{"%%\nengine, _, err := backend.Select(\"go\")\nfmt.Println(engine.Name(), err)\nfmt.Println(plots.Show(plots.Geometry([]float64{1, 0}, []float64{-0.5, 1}, []plots.Direction{{Name: \"P\", V: projection.P([]float64{1, 0}, []float64{-0.5, 1}, 0.5)}})))", "Go Backend <nil>\n<nil>", ""},
	{"import rand \"math/rand\"\n\n%%\nrand.Seed(1)\nfmt.Println(rand.Intn(1))", "0", ""},
	{"%%\nfmt.Println(undefined)", "", "undefined: undefined"},
	{"%%\nfmt.Println(\"still here\")", "still here", ""},
}

// TestInstalledKernel sets up a kernel in a separate folder, registers it below a prefix, and runs cells in it as Jupyter does: in a folder
// without go.mod, without a network, for a user whose settings of Go would break it.
func TestInstalledKernel(t *testing.T) {
	if testing.Short() {
		t.Skip("links the kernel's programs, some ten seconds")
	}
	inputs.Module(t)
	stateful := os.Getenv("LIVE_TESTS") != ""
	if !stateful { // setting up stateful cells takes a minute
		t.Setenv(ProgramsVariable, "1")
	}
	dir := t.TempDir()
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	k, err := Open(Options{Home: filepath.Join(dir, "kernel"), Source: checkout, Supervisor: supervisor, Out: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	if k.Ready() {
		t.Error("ready before the set-up")
	}
	if err := k.Setup(t.Context()); err != nil { // it may fetch modules that nothing else links
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	if err := k.Setup(t.Context()); err != nil {
		t.Fatal("a second set-up:", err)
	}
	if !k.Ready() || len(k.Faults()) > 0 {
		t.Errorf("not ready after the set-up: %v", k.Faults())
	}
	if info, err := os.Stat(k.Home); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v (%v), want 0700", info.Mode(), err)
	}
	folder, err := k.Register(filepath.Join(dir, "share", "jupyter"), k.Spec(true))
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Stateful(); stateful && err != nil {
		t.Error(err)
	}
	w := startInstalled(t, folder, filepath.Join(dir, stderrFile), "GOFLAGS=-mod=mod -tags=nonsense", "GOWORK=off", "PATH=/usr/bin:/bin")
	for _, c := range examples {
		e, err := w.Execute(t.Context(), c.code)
		if err != nil {
			t.Fatal(err)
		}
		reported := e.Stdout() + e.Stderr() + strings.Join(e.Traceback, "\n") + e.ErrorValue
		if c.failure == "" && (e.Err() != nil || strings.TrimSpace(e.Stdout()) != c.stdout) || c.failure != "" && (e.Err() == nil || !strings.Contains(reported, c.failure)) {
			t.Errorf("%s\nprints %q, %v, want %q %s", c.code, reported, e.Err(), c.stdout, c.failure)
		}
	}
	displays(t, w)
	helps(t, w)
	gone(t, k, w)
	if err := w.Stop(5 * time.Minute); err != nil {
		t.Error(err)
	}
	if reported, err := os.ReadFile(filepath.Join(dir, stderrFile)); err != nil || len(reported) > 0 {
		t.Errorf("%v; beside the cells' outputs the kernel says\n%s", err, reported)
	}
	if _, err := Remove(k.Home, supervisor); err != nil || there(k.Home) {
		t.Errorf("not removed: %v", err)
	}
}

// helps checks completion and documentation of names that cells declared and packages contain.
func helps(t *testing.T, w *wire.Kernel) {
	t.Helper()
	for code, want := range map[string]string{"nor": "norm", "mat.NewDens": "NewDense", "plots.Geo": "Geometry"} {
		var reply struct{ Matches []string }
		for begin := time.Now(); time.Since(begin) < time.Minute; { // the kernel reads a cell after it has replied
			if err := w.Request(t.Context(), "complete_request", map[string]any{"code": code, "cursor_pos": len(code)}, &reply); err != nil {
				t.Fatal(err)
			}
			if slices.Contains(reply.Matches, want) {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if !slices.Contains(reply.Matches, want) {
			t.Errorf("%s: %q, want %s", code, reply.Matches, want)
		}
	}
	var reply struct{ Data map[string]string }
	if err := w.Request(t.Context(), "inspect_request", map[string]any{"code": "floats.Norm(", "cursor_pos": 12}, &reply); err != nil || !strings.Contains(reply.Data["text/plain"], "Norm returns the L norm") {
		t.Errorf("%v %v", reply.Data, err)
	}
}

// stderrFile receives the kernel's standard error.
const stderrFile = "stderr"

// startInstalled starts the kernel of a specification, as Jupyter does, with its standard error in a file.
func startInstalled(t *testing.T, folder, stderr string, env ...string) *wire.Kernel {
	t.Helper()
	reported, err := os.Create(stderr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reported.Close() })
	spec, err := readSpec(folder)
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	w, err := wire.Start(t.Context(), func(connection string) *exec.Cmd {
		argv := slices.Clone(spec.Argv)
		argv[slices.Index(argv, "{connection_file}")] = connection
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Dir, cmd.Env, cmd.Stderr = work, append(os.Environ(), env...), reported
		return cmd
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// gone checks that every cell reports at once if something that programs need is missing.
func gone(t *testing.T, k *Kernel, w *wire.Kernel) {
	t.Helper()
	text, err := os.ReadFile(k.needsFile())
	if err != nil {
		t.Fatal(err)
	}
	put(t, k.needsFile(), string(text)+filepath.Join(k.Home, "moved")+"\n")
	if e, err := w.Execute(t.Context(), "%live off"); err != nil || e.Err() != nil {
		t.Fatal(err, e.Err())
	}
	start := time.Now()
	e, err := w.Execute(t.Context(), "%%\nfmt.Println(1)")
	if err != nil {
		t.Fatal(err)
	}
	reported := e.Stderr() + strings.Join(e.Traceback, "\n") + e.ErrorValue
	if e.Err() == nil || !strings.Contains(reported, "moved is missing") || !strings.Contains(reported, "igbo kernel install") || time.Since(start) > time.Minute {
		t.Errorf("after %s a cell says %q, want that something has gone and how to mend it", time.Since(start), reported)
	}
}
