package stateful

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// die ends the process by a cell, after everything that can be saved is.
func (n *notebook) die(saved int, code string) Result {
	n.t.Helper()
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(time.Millisecond) {
		p := n.alive()
		p.mu.Lock()
		got, pending := len(p.saved), len(p.named)
		p.mu.Unlock()
		if got == saved && (pending == 0 || time.Since(begin) > 10*time.Second) { // else the last cell's values are not saved yet
			break
		}
	}
	n.run(code)
	return n.last
}

// TestRestore checks that variables are restored after a fatal error, with their types and functions, and that variables that do not hold
// only data are not offered.
func TestRestore(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"type point struct { X, Y int; Tags []string }\nfunc (p point) Sum() int { return p.X + p.Y }\ntype hidden struct { a int }\nconst factor = 3\nfunc scaled(p point) int { return factor * p.Sum() }\nfunc lost() any { return other }", "! cell [1]…"},
		{"type point struct { X, Y int; Tags []string }\nfunc (p point) Sum() int { return p.X + p.Y }\ntype hidden struct { a int }\nconst factor = 3\nfunc scaled(p point) int { return factor * p.Sum() }", ""},
		{"n := 41\npoints := map[string]*point{}\nps := []point{{1, 2, []string{\"a\"}}, {3, 4, nil}}\ntable := map[string][]float64{\"a\": {1, math.Inf(1)}}\nwhen := time.Unix(5, 0).UTC()\np := &point{X: 5}\nh := hidden{1}\nf := func() {}\nvar a any = 1\nwords := strings.Fields(\"x y\")\nbig := make([]byte, 20<<20)\ntype ring struct { next *ring; n int }\nr := &ring{n: 6}\nr.next = &ring{r, 7}\nglobal := &n\nfile := os.Stdout\nbusy := sync.Mutex{}", ""},
		{"n++\nfunc useless() any { return a }", ""},
	}...)
	r := n.die(9, "var m sync.Mutex\nm.Unlock()")
	if got := strings.Join(r.Saved, " "); got != "h n p points ps r table when words" || !strings.Contains(r.Text, "the cell unlocked a mutex that was not locked") {
		t.Fatalf("saved %s; %s", got, r.Text)
	}
	restored, notes, err := n.Restore(t.Context())
	if err != nil || len(restored) != 9 || len(notes) != 1 || !strings.HasPrefix(notes[0], "useless is not redeclared") {
		t.Errorf("restored %v, %q, %v", restored, notes, err)
	}
	n.expect([][2]string{
		{"fmt.Println(n, ps, table, when.Unix(), p.X, p.Sum(), words, scaled(ps[1]), h.a, r.next.n, r.next.next == r, points != nil, ps[1].Tags == nil)", "42 [{1 2 [a]} {3 4 []}] map[a:[1 +Inf]] 5 5 5 [x y] 21 1 7 true true true\n"},
		{"q := &ps\nlen(*q)", "2\n"},
		{"a", "! cell [8], line 1: undefined: a…"},
	}...)
	if _, _, err := n.Restore(t.Context()); err == nil {
		t.Error("restored twice")
	}
	if r = n.die(9, "n = 7\nsyscall.Kill(os.Getpid(), syscall.SIGKILL)\nselect {}"); len(r.Saved) != 9 {
		t.Fatalf("saved %v", r.Saved)
	}
	n.run("words := 3")
	for _, name := range []string{"n"} { // a modified file is not restored
		file := filepath.Join(n.Folder, message.SavedPrefix+n.snapshot.variables[name].Digest)
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatal(info, err)
		}
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	restored, notes, err = n.Restore(t.Context())
	if err != nil || len(restored) != 7 || len(notes) < 2 || !strings.HasPrefix(notes[0], "words is not restored") || !strings.Contains(notes[1], "n: the file has changed") {
		t.Errorf("restored %v, %q, %v", restored, notes, err)
	}
	if err := n.Reset(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(n.Folder, message.SavedPrefix+"*")); len(left) > 0 {
		t.Errorf("files stay: %v", left)
	}
}

// TestSavesWhatIsNew checks that an old value is not offered once the variable can no longer be saved.
func TestSavesWhatIsNew(t *testing.T) {
	n := open(t)
	n.run("x := []int{1}\ny := 2")
	n.die(2, "x = make([]int, 4<<20)\ny = 3")
	r := n.die(1, "syscall.Kill(os.Getpid(), syscall.SIGKILL)\nselect {}")
	if strings.Join(r.Saved, " ") != "y" {
		t.Fatalf("saved %v", r.Saved)
	}
	if _, notes, err := n.Restore(t.Context()); err != nil || len(notes) > 0 {
		t.Error(notes, err)
	}
	n.expect([2]string{"y", "3\n"})
}

// TestDeaths checks that fatal errors are explained in one line, and that infinite recursion ends soon.
func TestDeaths(t *testing.T) {
	n := open(t)
	for code, want := range map[string]string{
		"var f func(int) int\nf = func(i int) int { return f(i+1) + 1 }\nf(0)":                                 "fatal error: stack overflow (a function called itself without end)",
		"runtime.GOMAXPROCS(8)\nm := map[int]int{}\nfor range 8 { go func() { for { m[1]++ } }() }\nselect {}": "two goroutines used a map at the same time",
		"var m sync.RWMutex\nm.RUnlock()": "the cell unlocked a mutex that was not locked",
		"_ = make([]byte, 1<<46)":         "the cell used more memory than the machine has",
	} {
		start := time.Now()
		n.run(code)
		if n.last.End != Died || !strings.Contains(n.last.Text, want) || strings.Contains(n.last.Text, "\n") {
			t.Errorf("%q: %s %s, want %s", code, n.last.End, n.last.Text, want)
		}
		t.Logf("%.20q: %v", code, time.Since(start))
	}
}

// TestEndsBetweenCells checks that the next cell reports a process that ended between two cells, and that the cell after it runs.
func TestEndsBetweenCells(t *testing.T) {
	n := open(t)
	n.run("kept := 41")
	p := n.alive()
	gate := filepath.Join(t.TempDir(), "gate")
	n.run("go func() { var f func(int) int; f = func(i int) int { return f(i+1) + 1 }; for { if _, err := os.Stat(`" + gate + "`); err == nil { f(0) }; time.Sleep(time.Millisecond) } }()")
	if err := os.WriteFile(gate, nil, 0o600); err != nil { // the cell has ended
		t.Fatal(err)
	}
	<-p.ended
	n.run("fmt.Print(kept)")
	if n.last.End != Died || !strings.Contains(n.last.Text, "stack") {
		t.Errorf("the cell after the end: %+v", n.last)
	}
	n.expect([2]string{"x := 3\nfmt.Print(x)", "3"})
}

// TestSavedTwice checks that a cell before Restore does not remove the file of a value that both processes saved.
func TestSavedTwice(t *testing.T) {
	n := open(t)
	n.run("a, b := 5, \"text\"")
	if r := n.die(2, "var m sync.Mutex\nm.Unlock()"); len(r.Saved) != 2 {
		t.Fatalf("saved %v", r.Saved)
	}
	n.run("c := 5")
	n.run("c = 6")
	n.run("c = 7")
	if restored, notes, err := n.Restore(t.Context()); err != nil || len(restored) != 2 {
		t.Errorf("restored %v, %q, %v", restored, notes, err)
	}
	n.expect([2]string{"fmt.Print(a, b, c)", "5text7"})
}
