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
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// server is a fake JupyterLab: it saves its arguments and environment, answers on its port (see TestMain) once the file log.wait is gone,
// and leaves the page that JupyterLab leaves.
const server = `#!/bin/sh
echo "$@" >>%[1]s.args
env >%[1]s.env
port=$(echo "$@" | sed 's/.*ServerApp.port=\([0-9]*\).*/\1/')
echo "$JUPYTER_CONFIG_PATH" >"$JUPYTER_RUNTIME_DIR/jpserver-$$-open.html"
echo key >"$JUPYTER_RUNTIME_DIR/kernel-1.json"
while [ -e %[1]s.wait ]; do sleep .01; done
exec %[2]s serve "$port"
`

// screen is a buffer for concurrent reads and writes.
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

// serving returns a set-up lab with a fake JupyterLab, and the log that this writes.
func serving(t *testing.T) (l *Lab, out *screen, log string) {
	t.Helper()
	l, _, log = fakeLab(t, "3.12")
	out = &screen{}
	l.Out = out
	must.Do(t, l.Setup(t.Context()))
	put(t, l.python(), fmt.Sprintf(server, log, os.Args[0]), 0o755)
	must.Do(t, os.MkdirAll(l.Notebooks, 0o755))
	return l, out, log
}

// start starts the lab and ends it with the test or by stop.
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
	case <-time.After(2 * time.Minute):
		t.Fatal("the lab does not answer")
	}
	return stop
}

// TestCleanWaitsForRunningLabs checks that the folder of a running lab is not removed.
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
	must.Do(t, stop())
	if err := l.Clean(); err != nil {
		t.Error(err)
	}
}

// TestLabsThatStartAtOnce checks that concurrent labs listen on different ports.
func TestLabsThatStartAtOnce(t *testing.T) {
	l, _, _ := serving(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	const labs = 3
	ready, done := make(chan string, labs), make(chan error, labs)
	for range labs {
		go func() {
			done <- l.Start(ctx, StartOptions{Ready: func(url string) { ready <- strings.SplitAfter(url, "/lab")[0] }})
		}()
	}
	at := map[string]bool{}
	for len(at) < labs {
		select {
		case url := <-ready:
			if at[url] {
				t.Errorf("two labs at %s", url)
			}
			at[url] = true
		case err := <-done:
			t.Fatalf("a lab ended: %v", err)
		case <-time.After(2 * time.Minute):
			t.Fatalf("answer: %v", at)
		}
	}
	cancel()
	for range labs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestPortTakenMeanwhile checks that a foreign server that takes the port before JupyterLab gets no request, and that the lab listens on
// another port.
func TestPortTakenMeanwhile(t *testing.T) {
	l, out, log := serving(t)
	put(t, log+".wait", "", 0o600)
	asked := make(chan string, 100)
	go func() {
		var asking []string
		for ; len(asking) < 2; time.Sleep(10 * time.Millisecond) {
			asking = strings.Split(logged(t, log+".args"), "ServerApp.port=")
		}
		port, _, _ := strings.Cut(asking[1], " ")
		listener, err := net.Listen("tcp", "127.0.0.1:"+port)
		for begin := time.Now(); err != nil && time.Since(begin) < time.Minute; time.Sleep(10 * time.Millisecond) { // another test tries it
			listener, err = net.Listen("tcp", "127.0.0.1:"+port)
		}
		if err != nil {
			asked <- err.Error()
			return
		}
		t.Cleanup(func() { listener.Close() })
		go func() {
			_ = http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.String() }))
		}()
		time.Sleep(200 * time.Millisecond) // time in which the lab would send a request
		_ = os.Remove(log + ".wait")
	}()
	stop := start(t, l, StartOptions{})
	must.Do(t, stop())
	select {
	case what := <-asked:
		t.Errorf("the other server: %s", what)
	default:
	}
	ports := strings.Split(logged(t, log+".args"), "ServerApp.port=")
	if len(ports) < 3 || ports[1] == ports[len(ports)-1] || strings.Count(out.String(), "JupyterLab: ") != 1 {
		t.Errorf("JupyterLab was started with %q; said is %s", ports, out)
	}
}

// TestFirstPage checks that the first start shows the course, and later starts what was open before.
func TestFirstPage(t *testing.T) {
	dir := t.TempDir()
	l := &Lab{Options: Options{Home: dir, Notebooks: filepath.Join(dir, "course")}}
	if got := l.firstPage(); got != "" {
		t.Errorf("without notebooks: %q", got)
	}
	for _, name := range []string{"course/01_b.ipynb", "course/00 a.ipynb"} {
		must.Do(t, errors.Join(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700), os.WriteFile(filepath.Join(dir, name), nil, 0o600)))
	}
	if got := l.firstPage(); got != "/tree/00%20a.ipynb" {
		t.Errorf("got %q", got)
	}
	saved := filepath.Join(l.config(), "lab", "workspaces", "default-1.jupyterlab-workspace")
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(saved), 0o700), os.WriteFile(saved, nil, 0o600)))
	if got := l.firstPage(); got != "" {
		t.Errorf("with a workspace: %q", got)
	}
}
