package stateful

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// waiting returns the waiting tools of a session, once the next cell need not start any.
func (n *notebook) waiting() (all []*tool) {
	n.t.Helper()
	n.ready() // also done after each cell, concurrently
	n.tools.Lock()
	defer n.tools.Unlock()
	for _, t := range n.tools.waiting {
		all = append(all, t)
	}
	if len(all) != 2 {
		n.t.Fatalf("%d tools wait, want a compiler and a linker", len(all))
	}
	return all
}

// TestWaitingTools checks that cells run with waiting tools, and also if these have ended in the meantime.
func TestWaitingTools(t *testing.T) {
	n := open(t)
	first := n.waiting()
	n.expect([2]string{"x := 1\nx", "1\n"})
	for _, w := range first {
		if w.cmd.ProcessState == nil {
			t.Errorf("%s has not run the cell", w.cmd.Path)
		}
	}
	n.expect([2]string{"y := nothing", "! cell [2], line 1: undefined: nothing"})
	for _, w := range n.waiting() {
		w.kill()
		gone(t, w)
	}
	n.expect([][2]string{{"x++\nx", "2\n"}, {"func f() int { return x }\nf()", "2\n"}}...)
	last := n.waiting()
	n.Close()
	for _, w := range last {
		if w.cmd.ProcessState == nil {
			t.Errorf("%s waits for a session that is closed", w.cmd.Path)
		}
	}
	if n.ready(); len(n.tools.waiting) > 0 {
		t.Error("tools start to wait for a session that is closed")
	}
}

// gone waits until a process has ended, without reaping it.
func gone(t *testing.T, w *tool) {
	t.Helper()
	if err := unix.Waitid(unix.P_PID, w.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil {
		t.Fatal(err)
	}
}

// TestToolAlone checks that a tool ends when the process that it waits for has ended, which closes its input.
func TestToolAlone(t *testing.T) {
	m := making(t)
	for _, program := range []string{m.file(linkerFile), (&Session{made: m}).compiler()} {
		w, err := m.startTool(program)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.arguments.Close(); err != nil {
			t.Error(err)
		}
		if err := w.cmd.Wait(); err == nil {
			t.Errorf("%s has done something without arguments", program)
		}
	}
}

// TestArguments checks that a tool gets its arguments unchanged, whether it waits for them or not, also if a path has blanks, quotes and
// backslashes.
func TestArguments(t *testing.T) {
	s := &Session{made: making(t)}
	s.tools.open()
	defer s.tools.close()
	for _, name := range []string{"plain.go", "with\ttab.go", "no \\ such\n 'file'.go"} {
		s.ready()
		file := t.TempDir() + "/" + name
		reported, err := s.tool(t.Context(), s.compiler(), "-p", "main", "-o", t.TempDir()+"/o", file)
		if err == nil || !strings.Contains(reported, file+": no such file") {
			t.Errorf("%q: %q %v", file, reported, err)
		}
		if waits := s.tools.waiting[s.compiler()] != nil; waits == (name == "plain.go") {
			t.Errorf("%q: a compiler waits: %v", file, waits)
		}
	}
}
