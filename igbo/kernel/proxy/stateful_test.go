//go:build unix

package proxy

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/tempdir"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// sourceVariable is the environment variable with the source of a proxy's stateful cells.
const sourceVariable = "WIRE_TEST_LIVING"

// statefulOptions returns the options that a test requests.
func statefulOptions() Stateful {
	source := os.Getenv(sourceVariable)
	if source == "" {
		return Stateful{}
	}
	m, err := statefulMade(source)
	return Stateful{Made: m, Why: err, On: err == nil}
}

func statefulMade(source string) (stateful.Made, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return stateful.Made{}, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return stateful.Made{}, err
	}
	return stateful.Open(stateful.Config{Go: filepath.Join(strings.TrimSpace(string(root)), "bin", "go"), Version: runtime.Version(), Source: source,
		Env: append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GOFLAGS=") || strings.HasPrefix(v, "GOMODCACHE=") }), "GOFLAGS="), Cache: filepath.Join(cache, "igbolab", "live-test"), Packages: prelude.Paths()})
}

// startStatefulKernel starts a kernel in which values persist.
func startStatefulKernel(t testing.TB, env ...string) *wire.Kernel {
	t.Helper()
	if err := stateful.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	toolsFolder(t)
	source, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	m, err := statefulMade(source)
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

// TestStatefulSetUp checks that the first cell rebuilds what was built for another state of the checkout, and then runs.
func TestStatefulSetUp(t *testing.T) {
	startStatefulKernel(t) // builds the process, or skips
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	build, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "igbolab", "live-test")
	if err := os.MkdirAll(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"linkers", "hosts"} { // without the state
		if err := os.Symlink(filepath.Join(cache, "igbolab", "live-test", name), filepath.Join(empty, name)); err != nil {
			t.Fatal(err)
		}
	}
	source, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	k := startKernel(t, sourceVariable+"="+source, "XDG_CACHE_HOME="+filepath.Dir(filepath.Dir(empty)), "GOCACHE="+strings.TrimSpace(string(build)))
	e := execute(t, k, "x := 42\nx")
	if !strings.Contains(e.Stderr(), "[setting up stateful cells: ") {
		t.Errorf("nothing was set up: %s", e.Stderr())
	}
	if out := shown(e); out != "42" {
		t.Errorf("the cell that sets up shows %q: %v", out, e.Err())
	}
}

// TestStateful checks through Jupyter's protocol that values persist, in addition to GoNB's features.
func TestStateful(t *testing.T) {
	k := startStatefulKernel(t)
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
		{code: "strconv.Atoi(\"twelve\")", shown: "invalid syntax"}, // an error is an ordinary value
		{code: "lost := nosuch()", fault: "undefined: nosuch"},
		{code: "lost", fault: "cell [14], line 1: undefined: lost (declared in cell [13], which failed)"},
		{code: "import _ \"embed\"\nfmt.Println(f(0))", stdout: "1\n"}, // a program, which gets f
		{code: "import _ \"embed\"\nfmt.Println(x)", fault: "undefined: x (set in cell [1], but this cell runs as a program, which has no variables of other cells)"},
		{code: "%%time\nx", shown: "43"},
		{code: "%live off", stdout: "each cell is a program; %live on makes cells stateful\n"},
		{code: "import \"fmt\"\n%%\nfmt.Println(\"program\")", stdout: "program\n"},
		{code: "%live on"},
		{code: "x", shown: "43"},
		{code: "%reset"},
		{code: "x", fault: "undefined: x (declared in cell [1], but removed later)"},
	} {
		e := execute(t, k, c.code)
		if c.stdout != "" && e.Stdout() != c.stdout || !strings.Contains(shown(e), c.shown) || (e.Status == "ok") != (c.fault == "") || !strings.Contains(e.ErrorValue, c.fault) {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	if e := execute(t, k, "who := []int{1, 2}\n"); e.Err() != nil {
		t.Error(e.Err())
	}
	if e := execute(t, k, "%who"); !strings.Contains(e.Stdout(), "who   []int") || !strings.Contains(e.Stdout(), "[1 2]") {
		t.Error(e.Stdout())
	}
}

// TestStatefulTwo checks that two kernels of one notebook have separate values, and that one continues when the other's process ends.
func TestStatefulTwo(t *testing.T) {
	folder := tempdir.ConfigHome(t)
	env := []string{"XDG_CONFIG_HOME=" + folder, "JPY_SESSION_NAME=" + folder + "/a.ipynb"}
	a, b := startStatefulKernel(t, env...), startStatefulKernel(t, env...)
	for i, c := range []struct {
		k             *wire.Kernel
		code, reports string
	}{
		{a, "x := 1\nfunc say() { fmt.Println(\"a\", x) }", ""}, {b, "x := \"two\"\nfunc say() { fmt.Println(\"b\", x) }", ""}, {a, "x++\nsay()", "a 2\n"}, {b, "x += \"!\"\nsay()", "b two!\n"},
		{a, "syscall.Kill(os.Getpid(), syscall.SIGKILL)", "lost with the process: x"}, {b, "say()", "b two!\n"}, {a, "x := 7\nfmt.Println(x)", "7\n"}, {b, "say()", "b two!\n"},
	} {
		if e := execute(t, c.k, c.code); !strings.Contains(e.Stdout()+strings.Join(e.Traceback, "\n"), c.reports) {
			t.Errorf("cell %d, %q: %+v", i, c.code, e)
		}
	}
}

// TestStatefulRestore checks that saved values are restored after the stateful process died, and that a second %restore reports that there
// are none.
func TestStatefulRestore(t *testing.T) {
	k := startStatefulKernel(t)
	execute(t, k, "x := 41")
	kill := func() bool {
		e := execute(t, k, "x++\nsyscall.Kill(os.Getpid(), syscall.SIGKILL)\nselect {}")
		return strings.Contains(strings.Join(e.Traceback, "\n"), "%restore can restore: x")
	}
	for begin := time.Now(); !kill(); {
		if time.Since(begin) > interruptLimit {
			t.Fatal("nothing is offered")
		}
		execute(t, k, "x := 41")
		time.Sleep(time.Since(begin) / 4) // the process saves between cells, if it has time
	}
	if e := execute(t, k, "%restore"); e.Stdout() != "restored: x\n" {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "fmt.Println(x)"); e.Stdout() != "41\n" {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "%restore"); e.Stdout() != "nothing to restore\n" {
		t.Errorf("%+v", e)
	}
}

// TestWithoutStateful checks programs: %%time measures them, unsupported magics are refused, and bare statements are allowed.
func TestWithoutStateful(t *testing.T) {
	k := startKernel(t)
	if e := execute(t, k, "%%time\nimport \"fmt\"\n%%\nfmt.Println(1)"); e.Err() != nil || !strings.HasPrefix(e.Stdout(), "1\ntime: ") {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "%live on"); e.Status != "error" || !strings.Contains(e.ErrorValue, "cells cannot be stateful here") {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "x := 1"); e.Err() != nil {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "fmt.Println(x)"); e.Status != "error" || !strings.Contains(e.ErrorValue+strings.Join(e.Traceback, ""), "set in cell [3], but this cell runs as a program, which has no variables of other cells") {
		t.Errorf("%+v", e)
	}
}

// TestStatefulInterrupt checks that a stateful cell ends soon after an interrupt, and that its values persist.
func TestStatefulInterrupt(t *testing.T) {
	k := startStatefulKernel(t)
	execute(t, k, "x := 1")
	for _, code := range []string{"for { x = 2 }", "select {}"} {
		e, took := runAndInterrupt(t, k, "fmt.Println(\"begun\")\n"+code, 0)
		if e.ErrorName != explain.Interrupted || took > interruptLimit {
			t.Errorf("%q after %v: %+v", code, took, e)
		}
		if e := execute(t, k, "x"); e.Err() != nil {
			t.Errorf("after %q: %v", code, e.Err())
		}
	}
}
