//go:build unix

package procgroup

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestNothingOutlivesTheSession checks that the server, its kernel, the kernel's programs and the key file are gone when Run returns,
// however the session ends.
func TestNothingOutlivesTheSession(t *testing.T) {
	for _, c := range []struct {
		name, how string
		patience  time.Duration
		end       func(t *testing.T, dir string, cancel func(), now chan struct{})
		forced    bool
		want      error // nil means the command's exit code
	}{
		{name: "asked", patience: 20 * time.Second, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), _ chan struct{}) { cancel() }},
		{name: "forced after its patience", how: "stubborn", patience: 200 * time.Millisecond, forced: true, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), _ chan struct{}) { cancel() }},
		{name: "forced at once", how: "stubborn", patience: time.Minute, forced: true, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), now chan struct{}) { cancel(); close(now) }},
		{name: "crash of the server", how: "crash", end: func(*testing.T, string, func(), chan struct{}) {}},
		{name: "a kernel whose first thread has ended", how: "first thread", patience: 20 * time.Second, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), _ chan struct{}) { cancel() }},
		{name: "kill of the server", end: func(t *testing.T, dir string, _ func(), _ chan struct{}) {
			_ = syscall.Kill(pidOf(t, dir, "server"), syscall.SIGKILL)
		}},
		{name: "termination of the supervisor", end: func(t *testing.T, dir string, _ func(), _ chan struct{}) {
			_ = syscall.Kill(parentOf(t, pidOf(t, dir, "server")), syscall.SIGTERM)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder, dir := t.TempDir(), t.TempDir()
			s := newSession(t, folder)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			now, done, reported := make(chan struct{}), make(chan error, 1), []bool{}
			go func() {
				done <- s.Run(ctx, tree(s, dir, c.how), Ending{Patience: c.patience, Now: now, Tell: func(forced bool) { reported = append(reported, forced) }})
			}()
			if !waitFor(dir, len(parts)) {
				t.Fatal("the stand-ins do not start")
			}
			c.end(t, dir, cancel, now)
			err := <-done
			var exit *exec.ExitError
			if c.want == nil && !errors.As(err, &exit) || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("ended with %v", err)
			}
			if c.want != nil && (len(reported) == 2) != c.forced {
				t.Errorf("told %v, want force: %v", reported, c.forced)
			}
			checkGone(t, folder, dir)
		})
	}
}

// TestKillOfTheCaller checks that the supervisor ends everything at once if its pipe closes.
func TestKillOfTheCaller(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	cmd := startCaller(t, folder, dir)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	start := time.Now()
	for len(alive(t, dir)) > 0 && time.Since(start) < 30*time.Second {
		time.Sleep(10 * time.Millisecond)
	}
	for left := []string{"?"}; len(left) > 0 && time.Since(start) < 40*time.Second; time.Sleep(10 * time.Millisecond) {
		left, _ = filepath.Glob(filepath.Join(folder, "*", "*"))
	}
	checkGone(t, folder, dir)
}

// TestSweep checks that the next session ends what remains after supervisor and caller were both killed, and no other processes. A process
// that has cleared its environment and lost its parent cannot be found then, so the kernel is left alive here, as happens when both die.
func TestSweep(t *testing.T) {
	folder, dir, other := t.TempDir(), t.TempDir(), t.TempDir()
	startCaller(t, folder, other)
	cmd := startCaller(t, folder, dir)
	_ = syscall.Kill(parentOf(t, pidOf(t, dir, "server")), syscall.SIGSTOP)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	_ = syscall.Kill(parentOf(t, pidOf(t, dir, "server")), syscall.SIGKILL)
	if len(alive(t, dir)) == 0 {
		t.Fatal("nothing was left to sweep")
	}
	stray := filepath.Join(folder, "kernel-1.json")
	must.Do(t, os.WriteFile(stray, []byte("key"), 0o600))
	running, err := Runtime{Folder: folder}.Sweep()
	if err != nil || len(running) != 1 {
		t.Errorf("running %v (%v), want the other caller", running, err)
	}
	for end := time.Now().Add(30 * time.Second); len(alive(t, dir)) > 0 && time.Now().Before(end); { // killed processes take a moment to end
		time.Sleep(time.Millisecond)
	}
	if names := alive(t, dir); len(names) > 0 {
		t.Errorf("still running: %v", names)
	}
	if _, err := os.Stat(stray); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a key file outside of the folders is left: %v", err)
	}
	if names := alive(t, other); len(names) != len(parts) {
		t.Errorf("of the other session only %v run", names)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", ownerName)); len(left) != 1 {
		t.Errorf("folders %v, want that of the other session alone", left)
	}
}

// TestKillOfTheSupervisor checks that the caller ends what the supervisor leaves.
func TestKillOfTheSupervisor(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	s := newSession(t, folder)
	done := make(chan error, 1)
	go func() { done <- s.Run(t.Context(), tree(s, dir, "plain"), Ending{}) }()
	if !waitFor(dir, len(parts)) {
		t.Fatal("the stand-ins do not start")
	}
	_ = syscall.Kill(parentOf(t, pidOf(t, dir, "server")), syscall.SIGKILL)
	if err := <-done; err == nil {
		t.Error("no error")
	}
	checkGone(t, folder, dir)
}

// TestOutputInputAndExitCode checks that the supervisor forwards input, output and exit code, and that the folder is private.
func TestOutputInputAndExitCode(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "runtime")
	s := newSession(t, folder)
	for _, path := range []string{folder, s.Folder} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v (%v), want 0700", path, info.Mode(), err)
		}
	}
	var out, errs strings.Builder
	err := s.Run(t.Context(), Command{
		Argv: []string{"/bin/sh", "-c", "cat; echo wrong >&2; exit 7"}, Env: os.Environ(), Stdin: []byte("asked"), Stdout: &out, Stderr: &errs,
	}, Ending{})
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 7 || out.String() != "asked" || errs.String() != "wrong\n" {
		t.Errorf("%v, output %q, errors %q", err, &out, &errs)
	}
	s = newSession(t, folder)
	if err := s.Run(t.Context(), Command{Argv: []string{"/nowhere"}, Stderr: &errs}, Ending{}); err == nil || !strings.Contains(errs.String(), "/nowhere") {
		t.Errorf("a missing program: %v, %q", err, &errs)
	}
	s = newSession(t, folder)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Run(ctx, Command{Argv: []string{"/bin/true"}}, Ending{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}
