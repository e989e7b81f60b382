//go:build linux

package sandbox

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestMain makes this program the entering program, if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "enter" {
		fmt.Println(Enter(os.Stdin))
		os.Exit(3)
	}
	code := m.Run()
	_ = os.Remove(stranger())
	os.Exit(code)
}

// stranger returns the path of a program that does what DEED names, and needs no other file.
var stranger = sync.OnceValue(func() string {
	program := filepath.Join(os.TempDir(), fmt.Sprintf("igbolab-stranger-%d", os.Getpid()))
	cmd := exec.Command("go", "build", "-o", program, "testdata/stranger.go")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(string(out))
	}
	return program
})

// open returns a sandbox with small limits. It skips tests that need namespaces if there are none.
func open(t *testing.T) (*Sandbox, string) {
	t.Helper()
	inputs.Module(t)
	self := must.Of(os.Executable()).In(t)
	l := DefaultLimits()
	l.Time, l.Memory, l.Disk, l.Output = time.Minute, 256<<20, 8<<20, 1<<16
	s := must.Of(Open(context.Background(), []string{self, "enter"}, l)).In(t)
	t.Log(s)
	return s, stranger()
}

// TestOutcomes checks that an untrusted program is ended by the limit that it exceeds, without affecting others.
func TestOutcomes(t *testing.T) {
	t.Parallel() // it mostly waits
	s, program := open(t)
	for deed, want := range map[string][2]string{
		"good": {"done", ""}, "exit": {"", "exit status 7"}, "panics": {"panic: here", "exit status 2"},
		"loop": {"", "longer than"}, "print": {"xxx", "printed more"}, "memory": {"", "memory"},
	} {
		limited := *s
		if deed == "loop" {
			limited.limits.Time = time.Second
		}
		o, err := limited.Run(context.Background(), program, "DEED="+deed)
		if err != nil || !strings.Contains(string(o.Output), want[0]) || !strings.Contains(o.Ended, want[1]) || (o.Ended == "") != (want[1] == "") || len(o.Output) > 1<<16 {
			t.Errorf("%s: %.100q %q (%v), expected %q", deed, o.Output, o.Ended, err, want)
		}
	}
}

// TestApart checks that an untrusted program sees no other file, process or network, cannot fill the disk and has no rights.
func TestApart(t *testing.T) {
	s, program := open(t)
	if !s.Apart() {
		t.Skip(s)
	}
	t.Setenv("TMPDIR", t.TempDir())
	secret := filepath.Join(t.TempDir(), "secret")
	must.Do(t, os.WriteFile(secret, nil, 0o666))
	server := must.Of(net.Listen("tcp", "127.0.0.1:0")).In(t)
	defer server.Close()
	env := []string{"SECRET=" + secret, "ADDRESS=" + server.Addr().String()}
	if os.Getuid() == 0 {
		env = append(env, "ROOT=1")
	}
	for deed, want := range map[string]string{
		"look": "4 false false\nmount operation not permitted\n", "fill": "write /tmp/all: ", "kill": "operation not permitted",
	} {
		o, err := s.Run(context.Background(), program, append(env, "DEED="+deed)...)
		got := string(o.Output)
		if deed == "kill" && strings.Contains(got, "no such process") { // it is the only process
			got = want
		}
		if err != nil || !strings.HasPrefix(got, want) || deed == "look" && got != want {
			t.Errorf("%s: %q %q (%v), expected %q", deed, got, o.Ended, err, want)
		}
	}
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "igbolab-sandbox-*", "*"))
	if len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
}

// TestFork checks that a fork bomb reaches its limit, and that all its processes end. Which of them ends first, and how, differs:
// threads of the Go runtime also count for the limit, and a Go program that gets no thread ends with a panic.
func TestFork(t *testing.T) {
	t.Parallel() // it mostly waits
	s, program := open(t)
	if !s.Apart() {
		t.Skip(s)
	}
	s.limits.Processes, s.limits.Memory = 60, 1<<30
	mark := fmt.Sprintf("MARK=%d-%d", os.Getpid(), time.Now().UnixNano()) // its processes inherit this variable
	o, err := s.Run(context.Background(), program, "DEED=fork", mark)
	if err != nil || o.Ended == "" || !strings.Contains(string(o.Output), "resource temporarily unavailable") && !strings.Contains(string(o.Output), "failed to create new OS thread") {
		t.Errorf("%.200q %q (%v)", o.Output, o.Ended, err)
	}
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		if text, _ := os.ReadFile(path); strings.Contains(string(text), mark) {
			t.Errorf("%s belongs to a process that is left", path)
		}
	}
}

// TestInterrupt checks that the program ends with its caller.
func TestInterrupt(t *testing.T) {
	s, program := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err := s.Run(ctx, program, "DEED=loop"); err == nil {
		t.Error("an interrupted run has no error")
	}
}
