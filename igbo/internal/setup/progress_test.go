package setup

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestProgressSaysWhatIsDone checks that lines of pip and of go build are parsed, and that messages are printed regularly.
func TestProgressSaysWhatIsDone(t *testing.T) {
	out := &Recent{Keep: 1000}
	p := &Progress{out: out, title: "parts", start: time.Now(), stop: make(chan struct{})}
	pip, build := p.PipReports(97), p.GoReports()
	for _, c := range []struct {
		watch      func(string)
		line, want string
	}{
		{pip, "Collecting anyio==4.16.0 (from -r x.txt (line 1))", "fetching anyio 4.16.0, package 1 of at most 97"},
		{pip, "  Downloading anyio-4.16.0-py3-none-any.whl (109 kB)", "fetching anyio-4.16.0-py3-none-any.whl (109 kB), package 1 of at most 97, 0.1 MB so far"},
		{pip, "  Using cached tornado-6.6.1-cp313-manylinux_2_17_x86_64.whl (1.5 MB)", "fetching tornado-6.6.1-cp313-manylinux_2_17_x86_64.whl (1.5 MB), package 1 of at most 97, 1.6 MB so far"},
		{pip, "Looking in indexes: somewhere", "(1.5 MB)"},
		{pip, "Installing collected packages: anyio", "installing 1 packages"},
		{build, "gonum.org/v1/gonum/mat", "compiling gonum.org/v1/gonum/mat, 1 packages so far"},
		{build, "# a warning", "gonum/mat"},
		{build, "go: downloading example.com/m v1.2.3", "fetching example.com/m v1.2.3, 1 modules so far"},
		{build, "gonum.org/v1/gonum/mat", "compiling gonum.org/v1/gonum/mat, 2 packages so far"},
	} {
		if c.watch(c.line); !strings.Contains(p.doing(), "parts: ") || !strings.Contains(p.doing(), c.want) {
			t.Errorf("after %q: %q, want %q", c.line, p.doing(), c.want)
		}
	}
	p.done.Go(func() { p.tell(time.Millisecond) })
	reported := func() int { return strings.Count(out.String(), "compiling gonum.org/v1/gonum/mat") }
	for end := time.Now().Add(time.Minute); reported() < 2 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	p.Close()
	if n := reported(); n < 2 {
		t.Errorf("told %d times: %s", n, out)
	}
}

// TestSpinnerSaysTheSame checks that a terminal shows part, step, size and time in one line.
func TestSpinnerSaysTheSame(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "file"), make([]byte, 2_500_000), 0o644))
	out := &Recent{Keep: 1000}
	p := &Progress{out: out, title: "JupyterLab (1 of 3)", start: time.Now().Add(-7 * time.Second), stop: make(chan struct{})}
	p.Say("installing 92 packages")
	p.Watch(folder)
	p.done.Go(func() { p.spin(time.Millisecond) })
	want := regexp.MustCompile(`JupyterLab \(1 of 3\): installing 92 packages, 2\.5 MB on the disk, ([7-9]|\d\d+) s`) // 7 s, or more on a busy machine
	for end := time.Now().Add(time.Minute); !want.MatchString(out.String()) && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	p.Close()
	if !want.MatchString(out.String()) {
		t.Errorf("the spinner says %q, want %q", out, want)
	}
}

// TestPartsAreNumbered checks that only missing parts are made, with their numbers and a message when each is done.
func TestPartsAreNumbered(t *testing.T) {
	folder, out := t.TempDir(), &Recent{Keep: 1000}
	part := func(name string) Part {
		return Part{Name: name, Key: "k", Stamp: filepath.Join(folder, name), Make: func(context.Context, *Progress) error { return nil }}
	}
	must.Do(t, Make(t.Context(), out, folder, part("a")))
	must.Do(t, Make(t.Context(), out, folder, part("a"), part("b"), part("c")))
	want := "setting up a …\na: done after 0 s\nsetting up b (1 of 2) …\nb (1 of 2): done after 0 s\nsetting up c (2 of 2) …\nc (2 of 2): done after 0 s\n"
	if got := regexp.MustCompile(`done after \d+ s`).ReplaceAllString(out.String(), "done after 0 s"); got != want { // a slow disk takes seconds
		t.Errorf("said\n%s\nwant\n%s", got, want)
	}
}
