//go:build unix

package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets this program play every part: the supervisor, a caller, and a
// command that starts programs as JupyterLab does.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "supervise":
		code, err := Supervise(os.Stdin)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	case "caller":
		os.Exit(caller(os.Args[2], os.Args[3], os.Args[4]))
	case "server":
		server(os.Args[2], os.Args[3])
	case "kernel":
		kernel(os.Args[2])
	case "sleep":
		note(os.Args[2], os.Args[3])
		time.Sleep(time.Minute)
	default:
		os.Exit(m.Run())
	}
}

// note leaves a process number behind.
func note(dir, name string) {
	draft := dir + "." + name
	_ = os.WriteFile(draft, []byte(strconv.Itoa(os.Getpid())), 0o600)
	_ = os.Rename(draft, filepath.Join(dir, name))
}

// spawn starts this program in a session of its own, with or without the environment.
func spawn(bare bool, args ...string) {
	cmd := exec.Command(os.Args[0], args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if bare {
		cmd.Env = []string{"NOTHING=1"}
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

// server stands for JupyterLab: two kernels in sessions of their own, and a key file.
func server(dir, how string) {
	if how == "stubborn" {
		signal.Ignore(syscall.SIGTERM)
	}
	_ = os.WriteFile(filepath.Join(os.Getenv("KEYS"), "kernel.json"), []byte("key"), 0o600)
	spawn(false, "kernel", dir)
	note(dir, "server")
	if how == "crash" {
		waitFor(dir, 4)
		os.Exit(3)
	}
	time.Sleep(time.Minute)
}

// kernel stands for a kernel that ignores requests to end, with a program of a cell in its own
// session, and one without the mark.
func kernel(dir string) {
	signal.Ignore(syscall.SIGTERM)
	spawn(false, "sleep", dir, "cell")
	if runtime.GOOS == "linux" {
		spawn(true, "sleep", dir, "bare")
	} else {
		note(dir, "bare")
	}
	note(dir, "kernel")
	time.Sleep(time.Minute)
}

// parts are the processes of the stand-ins.
var parts = []string{"server", "kernel", "cell", "bare"}

func waitFor(dir string, n int) bool {
	for range 2000 {
		found, _ := filepath.Glob(filepath.Join(dir, "*"))
		if len(found) >= n {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// caller stands for igbo.
func caller(folder, dir, how string) int {
	s, err := Runtime{Folder: folder, Supervisor: []string{os.Args[0], "supervise"}}.New()
	if err == nil {
		err = s.Run(context.Background(), tree(s, dir, how), Ending{})
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func tree(s *Session, dir, how string) Command {
	return Command{Argv: []string{os.Args[0], "server", dir, how}, Env: append(os.Environ(), "KEYS="+s.Folder), Dir: dir, Stderr: os.Stderr}
}

func newSession(t *testing.T, folder string) *Session {
	t.Helper()
	s, err := Runtime{Folder: folder, Supervisor: []string{os.Args[0], "supervise"}}.New()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// alive lists the parts that run.
func alive(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, name := range parts {
		pid := pidOf(t, dir, name)
		if err := syscall.Kill(pid, 0); err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err == nil && strings.Contains(string(stat), ") Z ") {
			continue // only its parent has not asked yet
		}
		names = append(names, name)
	}
	return names
}

func pidOf(t *testing.T, dir, name string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// checkGone fails while a part runs or the session's folder is there.
func checkGone(t *testing.T, folder, dir string) {
	t.Helper()
	if names := alive(t, dir); len(names) > 0 {
		t.Errorf("still running: %v", names)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// TestNothingOutlivesTheSession: however it ends, the server, its kernel, the kernel's programs and
// the key file are gone when Run returns.
func TestNothingOutlivesTheSession(t *testing.T) {
	for _, c := range []struct {
		name, how string
		patience  time.Duration
		end       func(t *testing.T, dir string, cancel func(), now chan struct{})
		forced    bool
		want      error // nil: the command's exit code
	}{
		{name: "asked", patience: 20 * time.Second, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), _ chan struct{}) { cancel() }},
		{name: "forced after its patience", how: "stubborn", patience: 200 * time.Millisecond, forced: true, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), _ chan struct{}) { cancel() }},
		{name: "forced at once", how: "stubborn", patience: time.Minute, forced: true, want: context.Canceled,
			end: func(_ *testing.T, _ string, cancel func(), now chan struct{}) { cancel(); close(now) }},
		{name: "crash of the server", how: "crash", end: func(*testing.T, string, func(), chan struct{}) {}},
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
			now, done, told := make(chan struct{}), make(chan error, 1), []bool{}
			go func() {
				done <- s.Run(ctx, tree(s, dir, c.how), Ending{Patience: c.patience, Now: now, Tell: func(forced bool) { told = append(told, forced) }})
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
			if c.want != nil && (len(told) == 2) != c.forced {
				t.Errorf("told %v, want force: %v", told, c.forced)
			}
			checkGone(t, folder, dir)
		})
	}
}

// parentOf is the supervisor of a server.
func parentOf(t *testing.T, pid int) int {
	t.Helper()
	all, err := processes("none")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.pid == pid {
			return p.parent
		}
	}
	t.Fatalf("no process %d", pid)
	return 0
}

// startCaller starts a caller in a process of its own.
func startCaller(t *testing.T, folder, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "caller", folder, dir, "plain")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	if !waitFor(dir, len(parts)) {
		t.Fatal("the stand-ins do not start")
	}
	return cmd
}

// TestKillOfTheCaller: the supervisor sees its pipe close and ends everything at once.
func TestKillOfTheCaller(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	cmd := startCaller(t, folder, dir)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	start := time.Now()
	for len(alive(t, dir)) > 0 && time.Since(start) < 2*time.Second {
		time.Sleep(10 * time.Millisecond)
	}
	for left := []string{"?"}; len(left) > 0 && time.Since(start) < 2*time.Second; time.Sleep(10 * time.Millisecond) {
		left, _ = filepath.Glob(filepath.Join(folder, "*", "*"))
	}
	checkGone(t, folder, dir)
}

// TestSweep: where supervisor and caller are both killed, the next session ends what they left, and
// what others run stays. What has cleared its environment and lost its parent is out of reach
// then, so the kernel is left alive here, as it is when both die.
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
	running, err := Runtime{Folder: folder}.Sweep()
	if err != nil || len(running) != 1 {
		t.Errorf("running %v (%v), want the other caller", running, err)
	}
	if names := alive(t, dir); len(names) > 0 {
		t.Errorf("still running: %v", names)
	}
	if names := alive(t, other); len(names) != len(parts) {
		t.Errorf("of the other session only %v run", names)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", ownerName)); len(left) != 1 {
		t.Errorf("folders %v, want that of the other session alone", left)
	}
}

// TestKillOfTheSupervisor: the caller ends what it leaves.
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

// TestOutputInputAndExitCode pass through the supervisor, and the folder is private.
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
