package lab

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

// TestMain lets this program be the supervisor of a lab's commands, and the server of a stand-in for JupyterLab.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "supervise" {
		code, err := session.Supervise(os.Stdin)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	}
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		fmt.Fprintln(os.Stderr, http.ListenAndServe("127.0.0.1:"+os.Args[2], http.NotFoundHandler()))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// supervisor is the command for Options.Supervisor.
var supervisor = []string{os.Args[0], "supervise"}

// fakeLab is a lab in temporary folders, with stand-ins for python and go on
// the PATH that log what they are asked.
func fakeLab(t *testing.T, pythonVersion string) (l *Lab, out *bytes.Buffer, log string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins are shell scripts")
	}
	dir := t.TempDir()
	log = filepath.Join(dir, "log")
	tools := filepath.Join(dir, "tools")
	checkout := filepath.Join(dir, "checkout")
	for _, d := range []string{tools, checkout} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(checkout, "go.mod"), "module github.com/igbolab/igbolab\n", 0o644)
	if pythonVersion != "" {
		put(t, filepath.Join(tools, "python3"), fakePython(log, pythonVersion), 0o755)
	}
	put(t, filepath.Join(tools, "go"), "#!/bin/sh\necho go \"$@\" >>"+log+"\n", 0o755)
	t.Setenv("PATH", tools+":/usr/bin:/bin")
	out = &bytes.Buffer{}
	l, err := Open(Options{Checkout: checkout, Home: filepath.Join(dir, "lab"), Out: out, Supervisor: supervisor})
	if err != nil {
		t.Fatal(err)
	}
	return l, out, log
}

// fakePython answers for its version, makes a virtual environment by copying
// itself, and installs unless the file fail lies beside the log.
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
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func logged(t *testing.T, log string) string {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

// TestSetupIsDoneOnce: the first call makes everything with hashes checked;
// the second runs no command at all.
func TestSetupIsDoneOnce(t *testing.T) {
	l, _, log := fakeLab(t, "3.12")
	if l.Ready() {
		t.Error("ready before the set-up")
	}
	if err := l.Setup(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !l.Ready() {
		t.Error("not ready after the set-up")
	}
	first := logged(t, log)
	for _, want := range []string{"-m venv", "--require-hashes", "github.com/janpfeifer/gonb golang.org/x/tools/cmd/goimports", "go build -v ./igbo/..."} {
		if !strings.Contains(first, want) {
			t.Errorf("set-up lacks %q:\n%s", want, first)
		}
	}
	var spec kernelSpec
	text, err := os.ReadFile(filepath.Join(l.share(), "kernels", "gonb", "kernel.json"))
	if err != nil || json.Unmarshal(text, &spec) != nil || !strings.HasPrefix(spec.Argv[0], l.bin()) || spec.Argv[len(spec.Argv)-1] != "-go_work="+l.Checkout {
		t.Errorf("kernel %+v (%v), want the lab's own with the checkout", spec, err)
	}
	if err := l.Setup(context.Background()); err != nil {
		t.Fatal(err)
	}
	if again := logged(t, log); again != first {
		t.Errorf("the second set-up ran\n%s", strings.TrimPrefix(again, first))
	}
}

// TestHalfMadeEnvironmentIsMadeAgain: an installation that was killed or had
// no network leaves no stamp; the next call starts over.
func TestHalfMadeEnvironmentIsMadeAgain(t *testing.T) {
	l, _, log := fakeLab(t, "3.12")
	put(t, log+".fail", "", 0o644)
	err := l.Setup(context.Background())
	if err == nil || !strings.Contains(err.Error(), "no network here") || !strings.Contains(err.Error(), "the first start needs the network") {
		t.Errorf("error %v, want pip's own words and what it means", err)
	}
	rubbish := filepath.Join(l.venv(), "rubbish")
	put(t, rubbish, "half", 0o644)
	if err := os.Remove(log + ".fail"); err != nil {
		t.Fatal(err)
	}
	if err := l.Setup(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(rubbish); !errors.Is(err, os.ErrNotExist) {
		t.Error("the half-made environment was kept")
	}
}

func TestNoPythonAndOldPython(t *testing.T) {
	l, _, _ := fakeLab(t, "3.8")
	t.Setenv("PATH", filepath.Dir(mustLook(t, "python3")))
	if err := l.Setup(context.Background()); err == nil || !strings.Contains(err.Error(), "too old") || !strings.Contains(err.Error(), "expected 3.10 or newer") {
		t.Errorf("old Python: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := l.Setup(context.Background()); err == nil || !strings.Contains(err.Error(), "no Python on the PATH") {
		t.Errorf("no Python: %v", err)
	}
}

func mustLook(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestStartStopsWithItsContext uses a stand-in for JupyterLab that listens for nothing and waits.
func TestStartStopsWithItsContext(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	if err := l.Setup(context.Background()); err != nil {
		t.Fatal(err)
	}
	put(t, l.python("python"), "#!/bin/sh\nexec sleep 60\n", 0o755)
	if err := os.MkdirAll(l.Notebooks, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := l.Start(ctx, StartOptions{}); err != nil || time.Since(start) > 4*time.Second {
		t.Errorf("ended with %v after %s", err, time.Since(start))
	}
	put(t, l.python("python"), "#!/bin/sh\necho 'cannot bind' >&2\nexit 3\n", 0o755)
	if err := l.Start(context.Background(), StartOptions{}); err == nil || !strings.Contains(err.Error(), "cannot bind") {
		t.Errorf("error %v, want the server's own words", err)
	}
}

func TestCleanRemovesItsFolderAlone(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	if err := l.Setup(context.Background()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := l.Clean(); err != nil {
			t.Fatal(err)
		}
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

// TestEnvironment: the lab's programs come first, and the user's flags that
// would break the kernel are dropped.
func TestEnvironment(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	t.Setenv("GOFLAGS", "-mod=mod -buildvcs=false -tags=cuda")
	t.Setenv("PYTHONPATH", "/elsewhere")
	env := strings.Join(l.environment(os.Environ()), "\n")
	for _, want := range []string{"PATH=" + l.bin() + ":", "GOFLAGS=-buildvcs=false -ldflags=-s -tags=noxla", "JUPYTER_PATH=" + l.share()} {
		if !strings.Contains(env, want) {
			t.Errorf("the environment lacks %s", want)
		}
	}
	if strings.Contains(env, "PYTHONPATH") {
		t.Error("the user's PYTHONPATH is kept")
	}
	l.XLA = func() bool { return true }
	if strings.Contains(l.goFlags(), "noxla") {
		t.Error("XLA is there and cells are built without it")
	}
}

func TestFindCheckout(t *testing.T) {
	l, _, _ := fakeLab(t, "")
	deep := filepath.Join(l.Checkout, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
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

// TestExecuteNamesNotebookAndCell: a failing notebook is named with its cell
// and keeps its file; one that runs is replaced.
func TestExecuteNamesNotebookAndCell(t *testing.T) {
	l, _, _ := fakeLab(t, "3.12")
	if err := os.MkdirAll(l.Notebooks, 0o755); err != nil {
		t.Fatal(err)
	}
	good, bad := filepath.Join(l.Notebooks, "01_good.ipynb"), filepath.Join(l.Notebooks, "02_bad.ipynb")
	put(t, good, "old", 0o644)
	put(t, bad, "old", 0o644)
	if err := os.MkdirAll(filepath.Dir(l.python("python")), 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, l.python("python"), `#!/bin/sh
if grep -q 02_bad; then echo '{"seconds": [1], "cell": 3, "error": "panic: boom", "notebook": "half"}'
else echo '{"seconds": [0.5, 1], "cell": 0, "error": "", "notebook": "new"}'; fi
`, 0o755)
	_, err := l.Execute(context.Background(), ExecuteOptions{})
	var cell *CellError
	if !errors.As(err, &cell) || cell.Cell != 3 || !strings.Contains(err.Error(), "02_bad.ipynb, code cell 3: panic: boom") {
		t.Errorf("error %v, want notebook, cell and message", err)
	}
	if logged(t, good) != "new\n" || logged(t, bad) != "old" {
		t.Errorf("files %q and %q, want the good one replaced and the bad one kept", logged(t, good), logged(t, bad))
	}
	if _, err := l.Execute(context.Background(), ExecuteOptions{Names: []string{"07"}}); err == nil || !strings.Contains(err.Error(), "01_good.ipynb, 02_bad.ipynb") {
		t.Errorf("unknown notebook: %v", err)
	}
}

func notebookWith(t *testing.T, text, picture string) []byte {
	t.Helper()
	nb := map[string]any{"cells": []any{
		map[string]any{"cell_type": "markdown", "source": "words"},
		map[string]any{"cell_type": "code", "source": "x", "outputs": []any{
			map[string]any{"output_type": "stream", "name": "stdout", "text": []string{text}},
			map[string]any{"output_type": "display_data", "data": map[string]any{"image/png": picture}},
		}},
	}}
	b, err := json.Marshal(nb)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// bars draws n dark bars.
func bars(t *testing.T, n int, shade uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 200, 100))
	for x := range 200 {
		for y := range 100 {
			c := uint8(250)
			if (x*n/200)%2 == 0 && y > 20 {
				c = shade
			}
			img.SetGray(x, y, color.Gray{Y: c})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// TestCompare: rounding, timings and shades pass; other words, numbers and pictures do not.
func TestCompare(t *testing.T) {
	base := notebookWith(t, "MSE 363.10 in 2.5 s\n", bars(t, 4, 10))
	for name, c := range map[string]struct {
		fresh []byte
		want  string
	}{
		"same":         {base, ""},
		"rounding":     {notebookWith(t, "MSE 363.2 in 9.1 s\n", bars(t, 4, 20)), ""},
		"number":       {notebookWith(t, "MSE 390.1 in 2.5 s\n", bars(t, 4, 10)), "number 1 differs"},
		"word":         {notebookWith(t, "RMSE 363.10 in 2.5 s\n", bars(t, 4, 10)), "text differs"},
		"picture":      {notebookWith(t, "MSE 363.10 in 2.5 s\n", bars(t, 11, 10)), "picture 1 differs"},
		"sign":         {notebookWith(t, "MSE −363.10 in 2.5 s\n", bars(t, 4, 10)), "differs"},
		"broken image": {notebookWith(t, "MSE 363.10 in 2.5 s\n", "####"), "picture 1"},
	} {
		found, err := compare("x.ipynb", base, c.fresh)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(found); (len(found) == 0) != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %q", name, got, c.want)
		}
	}
	if _, err := compare("x.ipynb", []byte("{"), base); err == nil {
		t.Error("a broken file was compared")
	}
}
