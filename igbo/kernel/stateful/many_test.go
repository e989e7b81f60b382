package stateful

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// interruptsVariable is the environment variable with the number of interrupts of TestManyInterrupts.
const interruptsVariable = "LIVE_INTERRUPTS"

// endless holds cells that run until they are interrupted: in their own code, in libraries, in the runtime, and while they wait.
var endless = []string{
	"for { x = 42 }", "for { sort.Float64s(make([]float64, 100000)) }", "for { regexp.MustCompile(\"(a|b)*c\").MatchString(strings.Repeat(\"ab\", 10000)) }",
	"m := map[int]int{}\nfor i := 0; ; i++ { m[i%1000] = i }", "for { _, _ = json.Marshal(rows) }", "big.NewInt(3).Exp(big.NewInt(3), big.NewInt(100000000), nil)",
	"for { g := shared; g.Lock(); g.table[len(g.table)%100] = fmt.Sprint(x); g.Unlock() }",
	"for { func() { g := shared; g.Lock(); defer g.Unlock(); g.table[x%100] += \"a\"; if len(g.table[x%100]) > 100 { g.table[x%100] = \"\" } }() }",
	"for { _ = fmt.Sprintf(\"%v %+v\", rows, rows) }", "var s [][]byte\nfor { s = append(s, make([]byte, 1000)); if len(s) > 1000 { s = nil } }",
	"for { c := make(chan int); go func() { c <- x }(); <-c }", "for { time.Sleep(time.Millisecond) }", "for { runtime.GC() }",
	"for { strings.NewReplacer(\"a\", \"b\").Replace(strings.Repeat(\"ab\", 1000)) }", "for { _ = reflect.DeepEqual(rows, rows) }",
}

// TestManyInterrupts checks that interrupts at random places do no damage: values persist, memory is sound, and shared state of libraries
// works. An abandoned cell may still hold a mutex and unlock it later, so later cells get another one.
func TestManyInterrupts(t *testing.T) {
	n := open(t)
	if got := n.run("x := 42\nrows := make([][]float64, 100)\nfor i := range rows { rows[i] = []float64{float64(i)} }\ntype guarded struct {\n\tsync.Mutex\n\ttable map[int]string\n}\nshared := &guarded{table: map[int]string{}}"); got != "" {
		t.Fatal(got)
	}
	w := rand.New(rand.NewPCG(uint64(setting(seedVariable, 1)), 1))
	times := map[string][]time.Duration{}
	ends := map[string]int{}
	for i := range setting(interruptsVariable, sweep.Count(30, 500)) {
		code := endless[w.IntN(len(endless))]
		done := make(chan string, 1)
		go func() { done <- n.run(fmt.Sprintf("fmt.Println(\"begun\", %d)\n%s", i, code)) }()
		for begin := time.Now(); i%4 > 0 && !n.reports(fmt.Sprintln("begun", i)) && time.Since(begin) < programLimit; { // every fourth is also interrupted before it starts
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(w.IntN(40)) * time.Millisecond)
		start := time.Now()
		for ended := false; !ended; {
			n.Interrupt()
			select {
			case got := <-done:
				ended = true
				if i%4 > 0 { // the others wait for the compiler first
					times[code] = append(times[code], time.Since(start))
				}
				kind, _, _ := strings.Cut(got, " goroutine")
				ends[strings.TrimSpace(strings.Replace(kind, fmt.Sprintln("begun", i), "begun ", 1))]++
				if !strings.Contains(got, "! interrupted") && !strings.Contains(got, "! abandoned") {
					t.Fatalf("interrupt %d of %q gave %q", i, code, got)
				}
			case <-time.After(400 * time.Millisecond): // it was sent before the cell began
				if time.Since(start) > programLimit { // the kernel's own limit is much lower
					_ = exec.Command("kill", "-QUIT", fmt.Sprint(n.PID())).Run()
					t.Fatalf("interrupt %d: %q does not end: %s", i, code, <-done)
				}
			}
		}
		if i%10 == 9 {
			const check = "shared = &guarded{table: map[int]string{}}\nruntime.GC()\nvar seen float64\nfor _, r := range rows { seen += r[0] }\nj, err := json.Marshal(rows[:2])\nfmt.Println(x, seen, string(j), err, regexp.MustCompile(\"a+\").FindString(\"baac\"))"
			if got := n.run(check); got != "42 4950 [[0],[1]] <nil> aa\n" {
				t.Fatalf("after %d interrupts: %s", i+1, got)
			}
		}
	}
	for code, all := range times {
		slices.Sort(all)
		t.Logf("%3d times in %v, of ten nine in %v, all in %v: %s", len(all), all[len(all)/2], all[len(all)*9/10], all[len(all)-1], code)
	}
	for kind, n := range ends {
		t.Logf("%5d %s", n, kind)
	}
}
