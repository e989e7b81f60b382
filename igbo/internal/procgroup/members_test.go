//go:build linux

package procgroup

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestMembers checks that the processes of a session are found by descent, including orphans, that they can be paused and resumed, and that
// all except selected ones can be killed.
func TestMembers(t *testing.T) {
	dir := t.TempDir()
	s := newSession(t, t.TempDir())
	script := "(setsid sleep 1001 &) ; sleep 1002 & while true; do echo 1 >> " + filepath.Join(dir, "ticks") + "; sleep 0.01; done"
	must.Do(t, s.Start(Command{Argv: []string{"bash", "-c", script}, Env: os.Environ(), Dir: dir}))
	defer func() {
		s.Kill()
		_ = s.Wait() // killed
	}()
	find := func(name, argument string) (found []Process) {
		all := must.Of(s.Processes()).In(t)
		for _, p := range all {
			line, _ := os.ReadFile("/proc/" + strconv.Itoa(p.PID) + "/cmdline")
			if p.Name == name && !p.Ended && strings.Contains(string(line), argument) {
				found = append(found, p)
			}
		}
		return found
	}
	for end := time.Now().Add(time.Minute); len(find("sleep", "1001")) == 0 || len(find("sleep", "1002")) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the processes do not start")
		}
	}
	all, err := s.Processes()
	now := Uptime() // afterwards, because the shell starts programs all the time
	if err != nil || slices.ContainsFunc(all, func(p Process) bool { return p.Started > now || p.Started < now-2*time.Minute }) {
		t.Errorf("at %v: %+v, %v", now, all, err)
	}
	orphan, shell := find("sleep", "1001")[0], slices.MinFunc(find("bash", script), func(a, b Process) int { return a.PID - b.PID })
	if orphan.Parent != s.cmd.Process.Pid || shell.Resident < 1<<19 {
		t.Errorf("orphan %+v of the supervisor %d, shell %+v", orphan, s.cmd.Process.Pid, shell)
	}
	ticks := func() int64 {
		info, err := os.Stat(filepath.Join(dir, "ticks"))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	goesOn := func() bool {
		before := ticks()
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if ticks() != before {
				return true
			}
		}
		return false
	}
	stopped := func() { // a process stops only when it leaves a system call, such as a write to a slow disk
		t.Helper()
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if stat, err := os.ReadFile("/proc/" + strconv.Itoa(shell.PID) + "/stat"); err == nil && strings.Contains(string(stat), ") T ") {
				return
			}
		}
		t.Error("the shell does not stop")
	}
	s.Freeze()
	stopped()
	frozen := ticks()
	if time.Sleep(100 * time.Millisecond); ticks() != frozen {
		t.Error("a session that is frozen goes on")
	}
	if s.Thaw(); !goesOn() {
		t.Error("a session that was thawed does not go on")
	}
	paused, err := s.PauseOthers(func([]Process) map[int]bool { return nil })
	if err != nil || len(paused) < 3 {
		t.Fatalf("%v %v", paused, err)
	}
	stopped()
	before := ticks()
	if time.Sleep(100 * time.Millisecond); ticks() != before {
		t.Error("a process that is paused goes on")
	}
	if Resume(paused); !goesOn() {
		t.Error("a process that was resumed does not go on")
	}
	if _, err := s.KillOthers(func([]Process) map[int]bool { return map[int]bool{shell.PID: true} }); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); len(find("sleep", "100")) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("left: %v", find("sleep", "100"))
		}
	}
	// A child that the shell has just forked has the shell's command line until it executes another program.
	if !slices.ContainsFunc(find("bash", script), func(p Process) bool { return p.PID == shell.PID }) {
		t.Error("the process that is kept has ended")
	}
}

// TestMembersOfNone checks that a session that was not started has no processes.
func TestMembersOfNone(t *testing.T) {
	s := newSession(t, t.TempDir())
	defer s.Close()
	if _, err := s.Processes(); err == nil || !strings.Contains(err.Error(), "not started") {
		t.Error(err)
	}
}

// TestParseMember checks names with special characters.
func TestParseMember(t *testing.T) {
	rest := " Z 12 12 12 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 100 1000 7 18446744073709551615"
	m, ok := parseMember([]byte("34 (a) b (c)" + rest))
	if !ok || m.PID != 34 || m.Parent != 12 || m.Name != "a) b (c" || !m.Ended || m.Resident != 7*int64(os.Getpagesize()) || m.Started != time.Second {
		t.Errorf("%v %+v", ok, m)
	}
	for _, text := range []string{"", "34", "34 (a) S 1", "x (a)" + rest, "34 (a) Z x" + rest} {
		if m, ok := parseMember([]byte(text)); ok {
			t.Errorf("%q: %+v", text, m)
		}
	}
}
