//go:build unix

package proxy

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/tempdir"
	"github.com/igbolab/igbolab/igbo/lab/kernel/explain"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// sourceVariable makes a proxy offer living cells of a source.
const sourceVariable = "WIRE_TEST_LIVING"

// livingOptions are those that a test asks for.
func livingOptions() Living {
	source := os.Getenv(sourceVariable)
	if source == "" {
		return Living{}
	}
	m, err := livingMade(source)
	return Living{Made: m, Why: err, On: err == nil}
}

func livingMade(source string) (live.Made, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return live.Made{}, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return live.Made{}, err
	}
	return live.Open(live.Config{Go: filepath.Join(strings.TrimSpace(string(root)), "bin", "go"), Version: runtime.Version(), Source: source,
		Env: append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GOFLAGS=") || strings.HasPrefix(v, "GOMODCACHE=") }), "GOFLAGS="), Cache: filepath.Join(cache, "igbolab", "live-test"), Packages: prelude.Paths()})
}

// startLivingKernel starts a kernel in which values live.
func startLivingKernel(t testing.TB, env ...string) *wire.Kernel {
	t.Helper()
	if err := live.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	toolsFolder(t)
	source, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	m, err := livingMade(source)
	if err == nil && !m.Ready() && os.Getenv("LIVE_TESTS") == "" {
		t.Skip("no host is linked for this source, which takes a minute of CPU time; LIVE_TESTS=1 links it")
	}
	if err == nil {
		err = m.Make(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return startKernel(t, append(env, sourceVariable+"="+source)...)
}

// TestLiving: values live through Jupyter's protocol, beside what GoNB does.
func TestLiving(t *testing.T) {
	k := startLivingKernel(t)
	for _, c := range []struct{ code, stdout, shown, fault string }{
		{code: "x := 42\nfmt.Println(\"here\")", stdout: "here\n"},
		{code: "x", shown: "42"},
		{code: "!echo shell", stdout: "shell\n"},
		{code: "x++\nx", shown: "43"},
		{code: "gonbui.DisplayHTML(\"<b>x</b>\")", shown: "<b>x</b>"},
		{code: "func f(i int) int {\n\treturn []int{1}[i]\n}", stdout: ""},
		{code: "y := 1\nf(y)", fault: "cell [6], line 2: runtime error: index out of range [1] with length 1"},
		{code: "f(z)", fault: "cell [8], line 1: undefined: z"},
		{code: "os.Exit(3)", fault: "exit status 3"},
		{code: "fmt.Printn(1)", fault: "undefined: fmt.Printn (did you mean fmt.Print?)"},
		{code: "strconv.Atoi(\"12\")", shown: "12"},
		{code: "strconv.Atoi(\"twelve\")", fault: "exit status 1"},
		{code: "lost := nosuch()", fault: "undefined: nosuch"},
		{code: "lost", fault: "cell [14], line 1: undefined: lost (declared in cell [13], which did not come to its end)"},
		{code: "import _ \"embed\"\nfmt.Println(f(0))", stdout: "1\n"}, // a program, which gets f
		{code: "import _ \"embed\"\nfmt.Println(x)", fault: "undefined: x (declared in cell [1], and this cell is a program of its own)"},
		{code: "%%time\nx", shown: "43"},
		{code: "%live off", stdout: "each cell is a program of its own; %live on lets values live\n"},
		{code: "import \"fmt\"\n%%\nfmt.Println(\"program\")", stdout: "program\n"},
		{code: "%live on"},
		{code: "x", shown: "43"},
		{code: "%reset"},
		{code: "x", fault: "undefined: x (declared in cell [1], and forgotten since)"},
	} {
		e := execute(t, k, c.code)
		if c.stdout != "" && e.Stdout() != c.stdout || !strings.Contains(shown(e), c.shown) || (e.Status == "ok") != (c.fault == "") || !strings.Contains(e.ErrorValue, c.fault) {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	if e := execute(t, k, "who := []int{1, 2}\n"); e.Err() != nil {
		t.Error(e.Err())
	}
	if e := execute(t, k, "%who"); !strings.Contains(e.Stdout(), "who   []int") {
		t.Error(e.Stdout())
	}
}

// TestLivingTwo: two kernels of one notebook in one folder have each their values, and where the process of one ends the other's goes on.
func TestLivingTwo(t *testing.T) {
	folder := tempdir.ConfigHome(t)
	env := []string{"XDG_CONFIG_HOME=" + folder, "JPY_SESSION_NAME=" + folder + "/a.ipynb"}
	a, b := startLivingKernel(t, env...), startLivingKernel(t, env...)
	for i, c := range []struct {
		k          *wire.Kernel
		code, says string
	}{
		{a, "x := 1\nfunc say() { fmt.Println(\"a\", x) }", ""}, {b, "x := \"two\"\nfunc say() { fmt.Println(\"b\", x) }", ""}, {a, "x++\nsay()", "a 2\n"}, {b, "x += \"!\"\nsay()", "b two!\n"},
		{a, "syscall.Kill(os.Getpid(), syscall.SIGKILL)", "lost with the process: x"}, {b, "say()", "b two!\n"}, {a, "x := 7\nfmt.Println(x)", "7\n"}, {b, "say()", "b two!\n"},
	} {
		if e := execute(t, c.k, c.code); !strings.Contains(e.Stdout()+strings.Join(e.Traceback, "\n"), c.says) {
			t.Errorf("cell %d, %q: %+v", i, c.code, e)
		}
	}
}

// TestWithoutLiving: %%time times a program too, and what is not offered is refused.
func TestWithoutLiving(t *testing.T) {
	k := startKernel(t)
	if e := execute(t, k, "%%time\nimport \"fmt\"\n%%\nfmt.Println(1)"); e.Err() != nil || !strings.HasPrefix(e.Stdout(), "1\ntime: ") {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "%live on"); e.Status != "error" || !strings.Contains(e.ErrorValue, "cells cannot live here") {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "x := 1"); e.Status != "error" || !strings.Contains(e.ErrorValue, "cell [3], line 1") {
		t.Errorf("%+v", e)
	}
}

// TestLivingInterrupt: a living cell ends soon, and its values stay.
func TestLivingInterrupt(t *testing.T) {
	k := startLivingKernel(t)
	execute(t, k, "x := 1")
	for _, code := range []string{"for { x = 2 }", "select {}"} {
		done := make(chan wire.Execution, 1)
		go func() { done <- execute(t, k, code) }()
		time.Sleep(300 * time.Millisecond)
		start := time.Now()
		if err := k.Interrupt(context.Background()); err != nil {
			t.Fatal(err)
		}
		e := <-done
		if e.ErrorName != explain.Interrupted {
			t.Errorf("%q: %+v", code, e)
		}
		t.Logf("%q ended after %v", code, time.Since(start))
		if e := execute(t, k, "x"); e.Err() != nil {
			t.Errorf("after %q: %v", code, e.Err())
		}
	}
}

// TestLivingLatency tells how long living cells take; it fails on five times the goal, as the machine may be busy.
func TestLivingLatency(t *testing.T) {
	k := startLivingKernel(t)
	for _, c := range []struct {
		code string
		goal time.Duration
	}{
		{"fmt.Println(%)", 60 * time.Millisecond},
		{"engine, choice, err := backend.Select(\"go\")\nfmt.Println(engine.Name(), choice.Name, err, %)\nplots.Show(plots.Geometry([]float64{1, 0}, []float64{-0.5, 1}, []plots.Direction{{Name: \"P\", V: []float64{1, 0}}}))", 120 * time.Millisecond},
	} {
		var times []time.Duration
		for i := range 20 {
			e := execute(t, k, strings.ReplaceAll(c.code, "%", strconv.Itoa(i)))
			if e.Err() != nil {
				t.Fatal(e.Err())
			}
			times = append(times, e.Elapsed)
		}
		slices.Sort(times)
		m := times[len(times)/2]
		t.Logf("%.30q: median %v, goal %v", c.code, m, c.goal)
		if m > 5*c.goal {
			t.Errorf("%.30q takes %v, expected %v", c.code, m, c.goal)
		}
	}
}
