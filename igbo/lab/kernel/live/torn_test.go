package live

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// crowd is more goroutines than processors, and they do not let go of them: the scheduler takes the cell's away between any two
// instructions, and most interrupts find it so.
const crowd = "for range 2*runtime.GOMAXPROCS(0) { go func() { for {} }() }\n"

// TestNothingIsTorn: an interrupt leaves no value half written, of which one word is new and the other old: strings, slices and
// interfaces are what some statement made of them. Neither does one that finds the cell where the scheduler has stopped it.
func TestNothingIsTorn(t *testing.T) {
	for _, c := range []struct {
		beside, code string
		interrupts   int
	}{
		{"", "for { str = short; v = 1; str = long; v = long; v = &str; s = append(s[:0:0], 1); s = nil; many = append(many[:0:0], all) }", 40},
		{crowd + "over := false\none := []int{1}\n", "for !over { str = short; s = one; str = long; v = &str; str = short; s = nil; str = long; v = 1 }", sweep.Count(20, 300)},
	} {
		n := open(t)
		if got := n.run(c.beside + "var v any = 1\nstr, s := \"a\", []int{}\nshort, long := strings.Repeat(\"a\", 3), strings.Repeat(\"b\", 1000)\nvar all [80]int\nfor i := range all { all[i] = 7 }\nmany := [][80]int{all}"); got != "" {
			t.Fatal(got)
		}
		ended := 0
		for i := range c.interrupts {
			ended += strings.Count(n.interrupt(c.code), "! interrupted")
			const whole = "number, _ := v.(int)\ntext, _ := v.(string)\nat, _ := v.(*string)\nfmt.Printf(\"%T %v \", v, number)\nfmt.Println(len(str), len(s), cap(s), str == short || str == long || str == \"a\", number == 1 || text == long || at == &str, len(s) <= cap(s) && cap(s) <= 1 && (len(s) == 0 || s[0] == 1) && (len(many) == 0 || many[0] == all))"
			if got := n.run(whole); !strings.HasSuffix(got, "true true true\n") {
				t.Fatalf("after %d interrupts of %s: %s", i+1, c.code, got)
			}
		}
		if ended < c.interrupts/2 {
			t.Errorf("%d of %d were ended", ended, c.interrupts)
		}
		n.Close()
	}
}

// TestNoStaleCalls: a function whose loop nothing leaves does not keep, in its frame, which deferred calls it has to make: an interrupt calls
// nothing that an earlier function has left there.
func TestNoStaleCalls(t *testing.T) {
	n := open(t)
	n.run("x := 0\n//go:noinline\nfunc stale(depth int) int { var a [64]int; for i := range a { a[i] = -1 }; if depth > 0 { return stale(depth-1) + a[depth] }; return a[0] }\n//go:noinline\nfunc stuck() { defer func() { x = -1 }(); for { x++ } }")
	for range 3 {
		if got := n.interrupt("x = stale(3) + 1\nstuck()"); !strings.HasPrefix(got, "! interrupted") {
			t.Error(got)
		}
		n.expect([2]string{"x > -1000", "true\n"})
	}
}

// interrupt runs a cell that has no end, and interrupts it once it has begun.
func (n *notebook) interrupt(code string) string {
	n.t.Helper()
	begun, done := fmt.Sprintln("begun", n.cells), make(chan string, 1)
	go func() { done <- n.run(fmt.Sprintf("fmt.Print(%q)\n%s", begun, code)) }()
	for begin := time.Now(); !n.says(begun) && time.Since(begin) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	n.Interrupt()
	select {
	case got := <-done:
		return strings.TrimPrefix(got, begun)
	case <-time.After(time.Minute):
		n.t.Fatalf("not interrupted: %s", code)
	}
	return ""
}

// TestMapsStayWhole: an interrupt does not come within what a map calls to compare or hash keys, where the map is half written: the
// next to write there would end the process.
func TestMapsStayWhole(t *testing.T) {
	n := open(t)
	n.run("type key struct {\n\ta, b string\n\tc any\n}\nwords := make([]any, 500)\nfor i := range words {\n\twords[i] = strings.Repeat(\"a\", 2000) + fmt.Sprint(i)\n}\nm := map[key]int{}")
	loop := "for i := 0; ; i++ { k := words[i%500].(string); m[key{k, k, k}] = i; delete(m, key{k, k, words[(i+7)%500]}) }"
	for i := range 10 {
		if i == 5 { // a map that grows goes by a million instructions between two where it is whole
			busy(t)
			loop = "for { m = map[key]int{}; for i, w := range words { k := w.(string); m[key{k, k, k}] = i } }"
		}
		ended := n.interrupt(loop)
		if got := n.run("m[key{c: 1}]++\nsum := 0\nfor range m { sum++ }\nsum == len(m)"); got != "true\n" {
			t.Fatalf("%s, then %s", ended, got)
		}
	}
}

// busy gives the processors more to do than they can until the test has ended.
func busy(t *testing.T) {
	for range 3 * runtime.NumCPU() {
		loop := exec.CommandContext(t.Context(), "sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = loop.Wait() }) // it is killed
	}
}

// TestGivenUp: cells that wait again and again end as soon as they go on, and one that was given up while it waited does nothing any more
// once it goes on, but for its deferred calls.
func TestGivenUp(t *testing.T) {
	n := open(t)
	n.run("ticks := 0\nwork := make(chan int)\nleft := make(chan bool, 1)")
	for _, code := range []string{
		"for { time.Sleep(time.Millisecond); ticks++ }", "for { runtime.GC(); ticks++ }", "for { c := make(chan int); go func() { c <- 1 }(); ticks += <-c }",
		"for { func() { defer func() { recover() }(); for { ticks++ } }() }", "for { func() { defer func() { recover() }(); for { fmt.Sprint(ticks) } }() }", "for { runtime.Gosched(); ticks++ }",
	} {
		if got := n.interrupt(code); !strings.HasPrefix(got, "! interrupted") {
			t.Errorf("%q: %s", code, got)
		}
	}
	for _, wait := range []string{"<-work", "select { case <-work: case <-make(chan int): }", "exec.Command(\"sh\", \"-c\", \"read x <\" + pipe).Run()"} {
		if got := n.run("pipe := filepath.Join(\"" + t.TempDir() + "\", \"pipe\")\nsyscall.Mkfifo(pipe, 0o600)\nticks = 0"); strings.Contains(got, "!") {
			t.Fatal(got)
		}
		if got := n.interrupt("defer func() { left <- true }()\nfor { " + wait + "; ticks++ }"); !strings.HasPrefix(got, "! abandoned") {
			t.Errorf("%q: %s", wait, got)
		}
		end := "work <- 1"
		if strings.Contains(wait, "pipe") {
			end = "os.WriteFile(pipe, []byte(\"on\\n\"), 0)"
		}
		if got := n.run(end + "\nselect { case <-left: case <-time.After(time.Minute): ticks = -1 }\nticks"); got != "0\n" {
			t.Errorf("%q went on: %s", wait, got)
		}
	}
}

// TestGivenUpBesideCollections: what was given up ends as soon as it goes on where the collector, which runs without end, asks for the
// processor again and again: by single instructions, most of ten such cells went on for a round.
func TestGivenUpBesideCollections(t *testing.T) {
	n := open(t)
	n.run("ticks := 0\nwork := make(chan int)\nleft := make(chan bool, 1)\nvar written [1 << 14]*int\n" +
		"go func() { for { for i := range written { written[i] = new(int) }; time.Sleep(time.Microsecond) } }()\ngo func() { for { runtime.GC(); time.Sleep(time.Microsecond) } }()")
	for range 10 {
		if got := n.interrupt("defer func() { left <- true }()\nticks = 0\nfor { select { case <-work: case <-make(chan int): }; ticks++ }"); !strings.HasPrefix(got, "! abandoned") {
			t.Fatal(got)
		}
		if got := n.run("work <- 1\nselect { case <-left: case <-time.After(time.Minute): ticks = -1 }\nticks"); got != "0\n" {
			t.Errorf("it went on: %s", got)
		}
	}
}

// TestUnstoppable: a process that goes on after an interrupt is ended, and one whose cell has ended is not; nor is one in which no
// cell runs, whatever its goroutines do.
func TestUnstoppable(t *testing.T) {
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		does    string
		running int
		killed  bool
	}{{"while :; do :; done", 7, true}, {"while :; do :; done", 8, false}, {"exec sleep 1000", 7, true}} {
		p := &process{cmd: exec.Command("sh", "-c", c.does), ended: make(chan struct{})}
		if err := p.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			_ = p.cmd.Wait() // it is killed
			close(p.ended)
		}()
		(&Session{running: c.running}).watch(p, 7, 100*time.Millisecond)
		if killed := p.fatal.Load() != nil; killed != c.killed {
			t.Errorf("cell %d runs, %s: killed %v", c.running, c.does, killed)
		}
		_ = p.cmd.Process.Kill() // one that has ended is no failure
		<-p.ended
	}
	n := open(t)
	n.interrupt("for { runtime.Gosched() }")
	watched := n.watched
	if n.Interrupt(); watched == 0 || n.watched != watched {
		t.Errorf("cell %d was watched, and then %d", watched, n.watched)
	}
}
