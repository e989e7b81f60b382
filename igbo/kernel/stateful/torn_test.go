package stateful

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// crowd starts more goroutines than processors, which never yield. The scheduler preempts the cell's goroutine between any two
// instructions, and most interrupts find it preempted.
const crowd = "for range 2*runtime.GOMAXPROCS(0) { go func() { for {} }() }\n"

// TestNothingIsTorn checks that an interrupt leaves no value half written: strings, slices and interfaces are what some statement made of
// them. This includes interrupts that find the cell preempted.
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

// TestNoStaleCalls checks that an interrupt in an endless loop does not run deferred calls that an earlier function left in the frame.
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

// interrupt runs a cell that does not end, interrupts it once it has begun, and returns its output and how it ended. The kernel guarantees
// that each interrupted cell ends, possibly with its process. Here that is a failure, and the test prints what the process did.
func (n *notebook) interrupt(code string) string {
	n.t.Helper()
	return n.interruptAfter("", code)
}

// interruptAfter is interrupt with statements that have been executed before the interrupt. The code itself may not have begun on a busy
// machine.
func (n *notebook) interruptAfter(prepare, code string) string {
	n.t.Helper()
	begun, done := fmt.Sprintln("begun", n.cells), make(chan string, 1)
	go func() { done <- n.run(prepare + fmt.Sprintf("fmt.Print(%q)\n%s", begun, code)) }()
	for !n.reports(begun) {
		select {
		case got := <-done:
			n.t.Fatalf("%s ended before it was interrupted: %s", code, got)
		case <-time.After(time.Millisecond):
		}
	}
	n.Interrupt()
	got := <-done
	if n.last.End == Died {
		n.t.Fatalf("%s died: %s", code, got)
	}
	return strings.TrimPrefix(got, begun)
}

// abandon runs a cell that blocks, after a cell that prepares it, and interrupts it until it is abandoned. On a busy machine an interrupt
// can come before the cell blocks, and ends it.
func (n *notebook) abandon(prepare, code string) {
	n.t.Helper()
	got := ""
	for range 20 {
		if got := n.run(prepare); strings.Contains(got, "!") {
			n.t.Fatal(got)
		}
		if got = n.interrupt(code); !strings.HasPrefix(got, "! interrupted") {
			break
		}
	}
	if !strings.HasPrefix(got, "! abandoned") {
		n.t.Fatalf("%s was not given up: %s", code, got)
	}
}

// TestMapsStayWhole checks that an interrupt does not end a cell while a map compares or hashes keys. The map would be half written, and
// the next write would end the process.
func TestMapsStayWhole(t *testing.T) {
	n := open(t)
	n.run("type key struct {\n\ta, b string\n\tc any\n}\nwords := make([]any, 500)\nfor i := range words {\n\twords[i] = strings.Repeat(\"a\", 2000) + fmt.Sprint(i)\n}\nm := map[key]int{}")
	loop := "for i := 0; ; i++ { k := words[i%500].(string); m[key{k, k, k}] = i; delete(m, key{k, k, words[(i+7)%500]}) }"
	for i := range 10 {
		if i == 5 { // a growing map takes a million instructions between two points at which it is consistent
			busy(t)
			loop = "for { m = map[key]int{}; for i, w := range words { k := w.(string); m[key{k, k, k}] = i } }"
		}
		ended := n.interrupt(loop)
		if got := n.run("m[key{c: 1}]++\nsum := 0\nfor range m { sum++ }\nsum == len(m)"); got != "true\n" {
			t.Fatalf("%s, then %s", ended, got)
		}
	}
}

// assigned declares maps, values that a loop may assign, and bad, which returns the kinds of values that the loop never assigned.
const assigned = `type record struct { name string; more any; list []int; of *int }
long, seven := strings.Repeat("b", 100), 7
var block [80]int
for i := range block { block[i] = 7 }
numbers, words, anys, records := map[int]int{}, map[int]string{}, map[int]any{}, map[string]record{}
lists, nested, blocks, pointers := map[int][]int{}, map[int]map[int]int{}, map[int][80]int{}, map[int]*int{}
pair := map[int]string{0: "a", 1: "b"}
first, swaps := "c", 0
func bad() (all []string) {
	check := func(kind string, right bool) { if !right && !slices.Contains(all, kind) { all = append(all, kind) } }
	for k, v := range numbers { check("number", v == k+1) }
	for _, v := range words { check("word", v == long || v == long+long) }
	for k, v := range anys { number, is := v.(int); check("any", is && number == k) }
	for k, v := range records { check("record", v.name == k && v.more == any(k) && len(v.list) == 1 && v.list[0] == 7 && v.of == &seven) }
	for k, v := range lists { check("list", len(v) > 0 && len(v) < 9 && v[len(v)-1] == k) }
	for k, v := range nested { check("nested", v != nil && v[1] == k) }
	for _, v := range blocks { check("block", v == block) }
	for _, v := range pointers { check("pointer", v == &seven) }
	three := []string{first, pair[0], pair[1]}
	slices.Sort(three)
	check("pair", strings.Join(three, "") == "abc")
	return all
}`

// appends is a loop with backward jumps between the call that adds a key and the stores of its value.
const appends = "for i := 0; ; i++ {\n\tif len(lists) > 500 {\n\t\tclear(lists)\n\t}\n\tlists[i] = append(lists[i], i)\n}"

// staysWhole interrupts a loop that assigns values, and checks them.
func (n *notebook) staysWhole(code string, interrupts int) {
	n.t.Helper()
	for range interrupts {
		if got := n.interrupt(code); !strings.HasPrefix(got, "! interrupted") {
			n.t.Errorf("%s: %s", code, got)
		}
		if got := n.run("fmt.Println(bad())"); got != "[]\n" {
			n.t.Errorf("after %s: torn: %s", code, got)
			n.run("clear(numbers); clear(words); clear(anys); clear(records); clear(lists); clear(nested); clear(blocks); clear(pointers)\nfirst, pair[0], pair[1] = \"c\", \"a\", \"b\"")
		}
	}
}

// TestMapAssignmentsAreNotTorn checks that an interrupt never leaves a key in a map without its value: the runtime adds the key in a call,
// and the statement stores the value afterwards.
func TestMapAssignmentsAreNotTorn(t *testing.T) {
	n := open(t)
	if got := n.run(assigned); got != "" {
		t.Fatal(got)
	}
	for _, code := range []string{
		"for i := 0; ; i++ { numbers[i] = i + 1; if i%500 == 0 { clear(numbers) } }",
		"for i := 0; ; i++ {\n\tif i%500 == 0 {\n\t\tclear(numbers)\n\t}\n\tnumbers[i] += i + 1\n}",
		"for i := 0; ; i++ { delete(numbers, i-500); numbers[i] = i + 1 }",
		"for i := 0; ; i++ { words[i%500] = long; if i%500 == 0 { clear(words) } }",
		"for i := 0; ; i++ { if i%1000 == 0 { clear(words) }; words[i%500] += long }",
		"for i := 0; ; i++ { anys[i] = i; if i%500 == 0 { clear(anys) } }",
		"for i := 0; ; i++ { k := strconv.Itoa(i); records[k] = record{k, k, []int{7}, &seven}; if i%100 == 0 { clear(records) } }",
		"for i := 0; ; i++ { lists[i%500] = append(lists[i%500], i%500); if i%4000 == 0 { clear(lists) } }",
		appends,
		"for i := 0; ; i++ { nested[i] = map[int]int{1: i}; if i%100 == 0 { clear(nested) } }",
		"for i := 0; ; i++ { blocks[i] = block; if i%50 == 0 { clear(blocks) } }",
		"for i := 0; ; i++ { pointers[i%50] = &seven; if i%50 == 0 { clear(pointers) } }",
		"for { pair[0], pair[1] = pair[1], pair[0]; swaps++ }",
		"for { first, pair[1] = pair[1], first }",
		"put := func(k int) { numbers[k] = k + 1 }\nfor i := 0; ; i++ { put(i % 5000); if i%5000 == 0 { clear(numbers) } }",
	} {
		n.staysWhole(code, sweep.Count(7, 160))
	}
}

// TestSignalsBetweenInstructions checks that a signal before an instruction was executed does not count as a step. A backward jump that is
// counted twice would look like a round of its loop.
func TestSignalsBetweenInstructions(t *testing.T) {
	n := open(t)
	if got := n.run(assigned); got != "" {
		t.Fatal(got)
	}
	const signals = `go func() {
	for {
		threads, _ := os.ReadDir("/proc/self/task")
		for _, thread := range threads {
			id, _ := strconv.Atoi(thread.Name())
			syscall.Tgkill(syscall.Getpid(), id, syscall.SIGTRAP)
		}
	}
}()`
	if got := n.run(signals); got != "" {
		t.Fatal(got)
	}
	n.staysWhole(appends, sweep.Count(30, 320))
}

// busy overloads the processors until the test has ended.
func busy(t *testing.T) {
	for range 3 * runtime.NumCPU() {
		loop := exec.CommandContext(t.Context(), "sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = loop.Wait() }) // it is killed
	}
}

// TestAbandoned checks that blocked cells end as soon as they continue, and that an abandoned cell then only runs its deferred calls.
func TestAbandoned(t *testing.T) {
	n := open(t)
	n.run("ticks := 0\nwork := make(chan int)\nleft := make(chan bool, 1)")
	for _, code := range []string{
		"for { time.Sleep(time.Millisecond); ticks++ }", "for { runtime.GC(); ticks++ }", "for { c := make(chan int); go func() { c <- 1 }(); ticks += <-c }",
		"for { func() { defer func() { recover() }(); for { ticks++ } }() }", "for { func() { defer func() { recover() }(); for { fmt.Sprint(ticks) } }() }", "for { runtime.Gosched(); ticks++ }",
	} {
		got := n.interrupt(code)
		if !strings.HasPrefix(got, "! interrupted") && !strings.HasPrefix(got, "! abandoned") { // on a busy machine a wait can be long
			t.Errorf("%q: %s", code, got)
		}
	}
	for _, wait := range []string{"<-work", "select { case <-work: case <-make(chan int): }", "exec.Command(\"sh\", \"-c\", \"read x <\" + pipe).Run()"} {
		n.abandon("folder, err := os.MkdirTemp(\""+t.TempDir()+"\", \"\")\npipe := filepath.Join(folder, \"pipe\")\nsyscall.Mkfifo(pipe, 0o600)\nticks = 0\nfor len(left) > 0 { <-left }", "defer func() { left <- true }()\nfor { "+wait+"; ticks++ }")
		end := "work <- 1"
		if strings.Contains(wait, "pipe") {
			end = "os.WriteFile(pipe, []byte(\"on\\n\"), 0)"
		}
		if got := n.run(end + "\nselect { case <-left: case <-time.After(time.Minute): ticks = -1 }\nticks"); got != "0\n" {
			t.Errorf("%q went on: %s", wait, got)
		}
	}
}

// TestAbandonedDuringCollections checks that an abandoned cell ends as soon as it continues while the collector runs without end and
// repeatedly requests the processor.
func TestAbandonedDuringCollections(t *testing.T) {
	n := open(t)
	n.run("ticks := 0\nwork := make(chan int)\nleft := make(chan bool, 1)\nvar written [1 << 14]*int\n" +
		"go func() { for { for i := range written { written[i] = new(int) }; time.Sleep(time.Microsecond) } }()\ngo func() { for { runtime.GC(); time.Sleep(time.Microsecond) } }()")
	for range 10 {
		n.abandon("for len(left) > 0 { <-left }", "defer func() { left <- true }()\nticks = 0\nfor { select { case <-work: case <-make(chan int): }; ticks++ }")
		if got := n.run("work <- 1\nselect { case <-left: case <-time.After(time.Minute): ticks = -1 }\nticks"); got != "0\n" {
			t.Errorf("it went on: %s", got)
		}
	}
}

// TestFilesAreNotLeftLocked checks that a cell that was abandoned while it waited for a file's lock releases the lock. The standard output
// has such a lock, without which no later cell could print.
func TestFilesAreNotLeftLocked(t *testing.T) {
	n := open(t)
	if got := n.run("from, to, err := os.Pipe()\nb := make([]byte, 1)\nread := make(chan int, 1)"); got != "" {
		t.Fatal(got)
	}
	n.abandon("", "from.Read(b)") // blocked in a read, with the lock
	n.abandon("", "from.Read(b)") // blocked in the lock
	n.expect([2]string{"to.Write([]byte(\"abcd\"))\ngo func() { count, _ := from.Read(b); read <- count }()\nselect { case count := <-read: fmt.Println(count); case <-time.After(time.Minute): fmt.Println(\"locked\") }", "1\n"})
}

// recorder records the orders to a process that does not read them.
type recorder struct{ strings.Builder }

func (*recorder) Close() error { return nil }

// TestWantsProcessor checks that a process whose threads all sleep is distinguished from a process that works or was stopped.
func TestWantsProcessor(t *testing.T) {
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	for does, wants := range map[string]bool{"while :; do :; done": true, "kill -STOP $$": true, "exec sleep 1000": false} {
		p := &process{cmd: exec.CommandContext(t.Context(), "sh", "-c", does)}
		if err := p.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); p.wantsProcessor() != wants; time.Sleep(time.Millisecond) {
			if time.Since(begin) > time.Minute {
				t.Fatalf("%s: wants the processor: %v", does, !wants)
			}
		}
		_ = p.cmd.Process.Kill() // the context does so too
		_ = p.cmd.Wait()         // it is killed
	}
	if p := (&process{cmd: &exec.Cmd{Process: &os.Process{Pid: 1 << 30}}}); !p.wantsProcessor() {
		t.Error("a process that the system does not know sleeps")
	}
}

// TestUnstoppable checks that a process is ended if its cell continues after an interrupt, but not if the cell has ended or no cell runs,
// whatever its goroutines do.
func TestUnstoppable(t *testing.T) {
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		does    string
		running int
		killed  bool
	}{{"while :; do :; done", 7, true}, {"while :; do :; done", 8, false}, {"exec sleep 1000", 7, true}} {
		orders := &recorder{}
		p := &process{cmd: exec.Command("sh", "-c", c.does), ended: make(chan struct{}), orders: orders}
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
		if repeated := strings.Contains(orders.String(), message.Interrupt); repeated != c.killed {
			t.Errorf("cell %d runs, %s: the interrupt was repeated: %v", c.running, c.does, repeated)
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
