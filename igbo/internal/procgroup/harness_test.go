//go:build unix

package procgroup

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestMain makes this program the supervisor, a caller, or a command that starts programs as JupyterLab does, if it is started as one.
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
		kernel(os.Args[2], os.Args[3])
	case "sleep":
		note(os.Args[2], os.Args[3])
		time.Sleep(time.Minute)
	default:
		os.Exit(m.Run())
	}
}

// note writes a process ID to a file.
func note(dir, name string) {
	temp := dir + "." + name
	_ = os.WriteFile(temp, []byte(strconv.Itoa(os.Getpid())), 0o600)
	_ = os.Rename(temp, filepath.Join(dir, name))
}

// spawn starts this program in a new session, with or without the environment.
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

// server is a fake JupyterLab: two kernels in separate sessions, and a key file.
func server(dir, how string) {
	if how == "stubborn" {
		signal.Ignore(syscall.SIGTERM)
	}
	_ = os.WriteFile(filepath.Join(os.Getenv("KEYS"), "kernel.json"), []byte("key"), 0o600)
	spawn(false, "kernel", dir, how)
	note(dir, "server")
	if how == "crash" {
		waitFor(dir, 4)
		os.Exit(3)
	}
	time.Sleep(time.Minute)
}

// kernel is a fake kernel that ignores requests to end, with a program of a cell in its own session, and one without the mark.
func kernel(dir, how string) {
	signal.Ignore(syscall.SIGTERM)
	spawn(false, "sleep", dir, "cell")
	if runtime.GOOS == "linux" {
		spawn(true, "sleep", dir, "bare")
	} else {
		note(dir, "bare")
	}
	note(dir, "kernel")
	if how == "first thread" {
		endFirstThread()
	}
	time.Sleep(time.Minute)
}

// parts lists the fake processes.
var parts = []string{"server", "kernel", "cell", "bare"}

func waitFor(dir string, n int) bool {
	for range 6000 { // half a minute, half of the life of the stand-ins
		found, _ := filepath.Glob(filepath.Join(dir, "*"))
		if len(found) >= n {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// caller is a fake igbo.
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
	return must.Of(Runtime{Folder: folder, Supervisor: []string{os.Args[0], "supervise"}}.New()).In(t)
}

// alive returns the parts that run.
func alive(t *testing.T, dir string) (names []string) {
	t.Helper()
	for _, name := range parts {
		pid := pidOf(t, dir, name)
		if err := syscall.Kill(pid, 0); err != nil {
			continue
		}
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
		ended := func(path string) bool {
			stat, err := os.ReadFile(path)
			return err != nil || strings.Contains(string(stat), ") Z ") || strings.Contains(string(stat), ") X ")
		}
		if runtime.GOOS == "linux" && !slices.ContainsFunc(threads, func(path string) bool { return !ended(path) }) {
			continue // it has ended, but is not reaped yet
		}
		names = append(names, name)
	}
	return names
}

func pidOf(t *testing.T, dir, name string) int {
	t.Helper()
	text := must.Of(os.ReadFile(filepath.Join(dir, name))).In(t)
	return must.Of(strconv.Atoi(string(text))).In(t)
}

// checkGone fails if a part runs or the session's folder exists.
func checkGone(t *testing.T, folder, dir string) {
	t.Helper()
	if names := alive(t, dir); len(names) > 0 {
		t.Errorf("still running: %v", names)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// parentOf returns the supervisor of a server.
func parentOf(t *testing.T, pid int) int {
	t.Helper()
	all := must.Of(processes("none")).In(t)
	for _, p := range all {
		if p.PID == pid {
			return p.Parent
		}
	}
	t.Fatalf("no process %d", pid)
	return 0
}

// startCaller starts a caller in a separate process.
func startCaller(t *testing.T, folder, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "caller", folder, dir, "plain")
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	if !waitFor(dir, len(parts)) {
		t.Fatal("the stand-ins do not start")
	}
	return cmd
}
