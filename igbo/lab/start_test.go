package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// server stands for JupyterLab: it keeps its arguments and environment, answers on its
// port by way of TestMain, and leaves the page that JupyterLab leaves.
const server = `#!/bin/sh
echo "$@" >%[1]s.args
env >%[1]s.env
port=$(echo "$@" | sed 's/.*ServerApp.port=\([0-9]*\).*/\1/')
echo "$JUPYTER_CONFIG_PATH" >"$JUPYTER_RUNTIME_DIR/jpserver-$$-open.html"
echo key >"$JUPYTER_RUNTIME_DIR/kernel-1.json"
exec %[2]s serve "$port"
`

// screen is a buffer that may be read while others write.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *screen) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *screen) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// serving is a set-up lab whose JupyterLab is the stand-in, and what that leaves behind.
func serving(t *testing.T) (l *Lab, out *screen, log string) {
	t.Helper()
	l, _, log = fakeLab(t, "3.12")
	out = &screen{}
	l.Out = out
	if err := l.Setup(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(t, l.python("python"), fmt.Sprintf(server, log, os.Args[0]), 0o755)
	if err := os.MkdirAll(l.Notebooks, 0o755); err != nil {
		t.Fatal(err)
	}
	return l, out, log
}

// start starts the lab until the test or stop ends it.
func start(t *testing.T, l *Lab, o StartOptions) (stop func() error) {
	t.Helper()
	ready, done := make(chan string, 1), make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	o.Ready = func(url string) { ready <- url }
	go func() { done <- l.Start(ctx, o) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { _ = stop() })
	select {
	case <-ready:
	case err := <-done:
		done <- err
		t.Fatalf("the lab ended: %v", err)
	case <-time.After(20 * time.Second):
		t.Fatal("the lab does not answer")
	}
	return stop
}

// TestTokenIsPrivate: the token stands in no argument, no environment, and in no
// file that others may read; when the lab has ended it stands nowhere.
func TestTokenIsPrivate(t *testing.T) {
	t.Setenv(TokenVariable, "of the environment")
	l, out, log := serving(t)
	const token = "Sesame-0815-Open"
	stop := start(t, l, StartOptions{Token: token})
	for _, file := range []string{log + ".args", log + ".env"} {
		if text := logged(t, file); text == "" || strings.Contains(text, token) || strings.Contains(text, "of the environment") {
			t.Errorf("%s:\n%s", filepath.Base(file), text)
		}
	}
	files := holding(t, l.Home, token)
	if len(files) == 0 {
		t.Error("JupyterLab cannot find the token")
	}
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v (%v), want 0600", path, info.Mode(), err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(l.Home, "runtime", "*", "*-open.html")); len(left) > 0 {
		t.Errorf("%s with the token is left", left)
	}
	if info, err := os.Stat(l.Home); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the lab's folder has mode %v (%v), want 0700", info.Mode(), err)
	}
	if !strings.Contains(out.String(), "/lab\n") || strings.Contains(out.String(), token) {
		t.Errorf("the address is not said, or with the token that was given: %s", out)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if files := holding(t, l.Home, token); len(files) > 0 {
		t.Errorf("the token is left in %s", files)
	}
	if !strings.Contains(out.String(), "shutting down 1 kernel …") {
		t.Errorf("the end is not said: %s", out)
	}
}

// holding lists the files that hold a text.
func holding(t *testing.T, dir, text string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(text)) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestCleanWaitsForRunningLabs: the folder is not removed below a lab that runs.
func TestCleanWaitsForRunningLabs(t *testing.T) {
	l, out, _ := serving(t)
	stop := start(t, l, StartOptions{})
	if !strings.Contains(out.String(), "/lab?token=") {
		t.Errorf("the token that was drawn is not said: %s", out)
	}
	if err := l.Clean(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("error %v, want the process that runs", err)
	}
	if !l.Ready() {
		t.Error("the lab was removed")
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if err := l.Clean(); err != nil {
		t.Error(err)
	}
}

// TestLogHidesTheToken: what JupyterLab says when it fails is shown without the token.
func TestLogHidesTheToken(t *testing.T) {
	l, _, _ := serving(t)
	put(t, l.python("python"), "#!/bin/sh\ncat $JUPYTER_CONFIG_PATH/jupyter_server_config.json >&2\nexit 3\n", 0o755)
	err := l.Start(t.Context(), StartOptions{Token: "Sesame"})
	if err == nil || strings.Contains(err.Error(), "Sesame") || !strings.Contains(err.Error(), `"token":"…"`) {
		t.Errorf("error %v, want the log without the token", err)
	}
}

func TestReadToken(t *testing.T) {
	dir := t.TempDir()
	good, open, empty := filepath.Join(dir, "good"), filepath.Join(dir, "open"), filepath.Join(dir, "empty")
	put(t, good, "secret\n", 0o600)
	put(t, open, "secret\n", 0o644)
	put(t, empty, "\n", 0o600)
	huge, lines, binary := filepath.Join(dir, "huge"), filepath.Join(dir, "lines"), filepath.Join(dir, "binary")
	put(t, huge, "", 0o600)
	put(t, lines, "a\nb\n", 0o600)
	put(t, binary, "a\x00b", 0o600)
	if err := os.Truncate(huge, 1<<30); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		open: "mode 0644", empty: "expected one line", filepath.Join(dir, "none"): "no such file",
		huge: "more than 4096 bytes", lines: "expected one line", binary: "expected one line",
	} {
		if _, err := ReadToken(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", filepath.Base(path), err, want)
		}
	}
	t.Setenv(TokenVariable, "two\nlines")
	if got, err := ReadToken(""); err == nil {
		t.Errorf("two lines in the environment give %q", got)
	}
	t.Setenv(TokenVariable, " of the environment\n")
	for path, want := range map[string]string{good: "secret", "": "of the environment"} {
		if got, err := ReadToken(path); got != want || err != nil {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

// TestBrowserCommand: the argument is the page's address, which has no token.
func TestBrowserCommand(t *testing.T) {
	dir := t.TempDir()
	opener := filepath.Join(dir, "opener")
	put(t, opener, "#!/bin/sh\necho \"$@\" >"+dir+"/args\n", 0o755)
	t.Setenv("BROWSER", opener)
	if err := openBrowser(dir, "http://127.0.0.1:1/lab?token=a&b"); err != nil {
		t.Fatal(err)
	}
	page := logged(t, filepath.Join(dir, "open.html"))
	if !strings.Contains(page, "url=http://127.0.0.1:1/lab?token=a&amp;b") {
		t.Errorf("the page is %s", page)
	}
	for range 200 {
		if logged(t, filepath.Join(dir, "args")) != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if args := logged(t, filepath.Join(dir, "args")); args != "file://"+dir+"/open.html\n" {
		t.Errorf("the browser is told %q", args)
	}
	none := func(string) (string, error) { return "", errors.New("no") }
	if _, err := browserCommand("file:///x", "", none); err == nil {
		t.Error("no browser, and no error")
	}
}

// TestProgressSaysWhatIsDone reads the lines of pip and of go build, and tells now and then.
func TestProgressSaysWhatIsDone(t *testing.T) {
	out := &screen{}
	p := &progress{out: out, title: "parts", start: time.Now(), stop: make(chan struct{})}
	pip, build := p.pipSays(97), p.goSays()
	for _, c := range []struct {
		watch      func(string)
		line, want string
	}{
		{pip, "Collecting anyio==4.16.0 (from -r x.txt (line 1))", "fetching anyio 4.16.0, package 1 of at most 97"},
		{pip, "  Downloading anyio-4.16.0-py3-none-any.whl (109 kB)", "fetching anyio-4.16.0-py3-none-any.whl (109 kB), package 1 of at most 97"},
		{pip, "Looking in indexes: somewhere", "(109 kB)"},
		{pip, "Installing collected packages: anyio", "installing 1 packages"},
		{build, "gonum.org/v1/gonum/mat", "compiling gonum.org/v1/gonum/mat, 1 packages so far"},
		{build, "go: downloading something v1", "gonum/mat"},
	} {
		if c.watch(c.line); !strings.Contains(p.doing(), "parts: ") || !strings.Contains(p.doing(), c.want) {
			t.Errorf("after %q: %q, want %q", c.line, p.doing(), c.want)
		}
	}
	p.done.Go(func() { p.tell(time.Millisecond) })
	time.Sleep(50 * time.Millisecond)
	p.close()
	if n := strings.Count(out.String(), "compiling gonum.org/v1/gonum/mat"); n < 2 {
		t.Errorf("told %d times: %s", n, out)
	}
}
