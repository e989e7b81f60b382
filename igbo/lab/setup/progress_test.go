package setup

import (
	"strings"
	"testing"
	"time"
)

// TestProgressSaysWhatIsDone reads the lines of pip and of go build, and tells now and then.
func TestProgressSaysWhatIsDone(t *testing.T) {
	out := &Recent{Keep: 1000}
	p := &Progress{out: out, title: "parts", start: time.Now(), stop: make(chan struct{})}
	pip, build := p.PipSays(97), p.GoSays()
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
	p.Close()
	if n := strings.Count(out.String(), "compiling gonum.org/v1/gonum/mat"); n < 2 {
		t.Errorf("told %d times: %s", n, out)
	}
}
