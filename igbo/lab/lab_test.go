package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel"
)

// TestMain makes this program the supervisor of a lab's commands, or a fake server of JupyterLab, if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "supervise" {
		code, err := procgroup.Supervise(os.Stdin)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	}
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[2])
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Getenv("JUPYTER_RUNTIME_DIR"), fmt.Sprintf("jpserver-%d.json", os.Getpid())), nil, 0o600)
		}
		if err == nil {
			err = http.Serve(listener, http.NotFoundHandler())
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// supervisor is the command for Options.Supervisor.
var supervisor = []string{os.Args[0], "supervise"}

// fakeLab returns a lab in temporary folders, with fake python and go commands in the PATH that log their arguments.
func fakeLab(t *testing.T, pythonVersion string) (l *Lab, out *bytes.Buffer, log string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins are shell scripts")
	}
	dir := t.TempDir()
	log = filepath.Join(dir, "log")
	tools := filepath.Join(dir, "bin")
	checkout := filepath.Join(dir, "checkout")
	for _, d := range []string{tools, checkout} {
		must.Do(t, os.MkdirAll(d, 0o755))
	}
	for _, d := range []string{"igbo/kernel", "igbo/lab", "igbo/internal", "igbo/cmd/igbo"} { // the kernel's programs are built from these
		must.Do(t, os.MkdirAll(filepath.Join(checkout, d), 0o755))
	}
	put(t, filepath.Join(checkout, "go.mod"), "module github.com/igbolab/igbolab\n", 0o644)
	if pythonVersion != "" {
		put(t, filepath.Join(tools, "python3"), fakePython(log, pythonVersion), 0o755)
	}
	put(t, filepath.Join(tools, "go"), fmt.Sprintf(fakeGo, log, dir), 0o755)
	t.Setenv("PATH", tools+":/usr/bin:/bin")
	t.Setenv(kernel.ProgramsVariable, "1") // the fake go command compiles nothing
	out = &bytes.Buffer{}
	l = must.Of(Open(Options{Checkout: checkout, Home: filepath.Join(dir, "lab"), Out: out, Supervisor: supervisor})).In(t)
	return l, out, log
}

// fakeGo prints its GOROOT, and writes the kernel's programs.
const fakeGo = `#!/bin/sh
echo go "$@" >>%s
if [ "$1" = env ]; then echo '{"GOROOT": %q, "GOVERSION": "go1.26.8"}'; fi
if [ "$3" = -o ]; then for name in igbo gonb goimports go; do echo program >"$4$name"; done; fi
`

// fakePython prints its version, makes a virtual environment by copying itself, and installs unless the file fail is next to the log.
func fakePython(log, version string) string {
	return fmt.Sprintf(`#!/bin/sh
echo python "$@" >>%[1]s
case "$*" in
  -c*) echo %[2]s ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  *"pip install"*) if [ -e %[1]s.fail ]; then echo "no network here" >&2; exit 1; fi ;;
esac
`, log, version)
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), mode))
}

func logged(t *testing.T, log string) string {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

// TestStartStopsWithItsContext uses a fake JupyterLab that listens to nothing and waits.
func TestStartStopsWithItsContext(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	must.Do(t, l.Setup(context.Background()))
	put(t, l.python(), "#!/bin/sh\nexec sleep 600\n", 0o755)
	must.Do(t, os.MkdirAll(l.Notebooks, 0o755))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	start := time.Now()
	if err := l.Start(ctx, StartOptions{}); err != nil || time.Since(start) > time.Minute {
		t.Errorf("ended with %v after %s", err, time.Since(start))
	}
	put(t, l.python(), "#!/bin/sh\necho 'cannot bind' >&2\nexit 3\n", 0o755)
	if err := l.Start(context.Background(), StartOptions{}); err == nil || !strings.Contains(err.Error(), "cannot bind") {
		t.Errorf("error %v, want the server's own words", err)
	}
}

func TestCleanRemovesItsFolderAlone(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	must.Do(t, l.Setup(context.Background()))
	for range 2 {
		must.Do(t, l.Clean())
	}
	if _, err := os.Stat(l.Home); !errors.Is(err, os.ErrNotExist) {
		t.Error("the lab's folder is still there")
	}
	if _, err := os.Stat(l.Checkout); err != nil {
		t.Error("the checkout is gone")
	}
	l.Home = l.Checkout
	if err := l.Clean(); err == nil {
		t.Error("a folder that is not the lab's would be removed")
	}
}

// TestEnvironment checks that the lab's Python comes first, and that settings of other Pythons are dropped.
func TestEnvironment(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	t.Setenv("PYTHONPATH", "/elsewhere")
	env := strings.Join(l.environment(os.Environ()), "\n")
	for _, want := range []string{"PATH=" + filepath.Dir(l.python()) + ":", "JUPYTER_PATH=" + l.share()} {
		if !strings.Contains(env, want) {
			t.Errorf("the environment lacks %s", want)
		}
	}
	if strings.Contains(env, "PYTHONPATH") {
		t.Error("the user's PYTHONPATH is kept")
	}
}

func TestFindCheckout(t *testing.T) {
	l, _, _ := fakeLab(t, "")
	deep := filepath.Join(l.Checkout, "a", "b")
	must.Do(t, os.MkdirAll(deep, 0o755))
	if got, err := FindCheckout(deep); err != nil || got != l.Checkout {
		t.Errorf("found %s, %v", got, err)
	}
	if _, err := FindCheckout(t.TempDir()); err == nil {
		t.Error("found a checkout where there is none")
	}
	if _, err := Open(Options{Checkout: t.TempDir()}); err == nil {
		t.Error("opened a lab without go.mod")
	}
}
