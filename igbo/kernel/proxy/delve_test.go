//go:build unix

package proxy

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/delve"
)

// TestBreakpoints checks that a cell stops at a breakpoint, that its frames and variables can be read, that it steps into a function of an
// earlier cell, and that it continues to its end. The program has the values of the session, which do not change.
func TestBreakpoints(t *testing.T) {
	d := startDebugger(t)
	earlier := "base := []int{1, 2}\nfunc add(a, b int) int {\n\tsum := a + b\n\treturn sum + len(base)\n}\nask := func() {}"
	if e := d.end(d.run(earlier)); e.status != "ok" {
		t.Fatalf("%+v", e)
	}
	code := "total := 40\nfor i := range 2 {\n\ttotal = add(total, i)\n}\nfmt.Println(ask == nil)\nbase = nil\ntotal"
	path := d.set(code, 3)
	if info := d.ask("debugInfo", nil); !strings.Contains(fmt.Sprint(info["breakpoints"]), path) {
		t.Errorf("debugInfo has %v", info["breakpoints"])
	}
	cell := d.run(code)
	first := d.stopped(cell)
	if got := where(first[0]); got != "main.main "+path+":3" {
		t.Errorf("it stopped at %s", got)
	}
	if v := d.locals(first[0]); v["Locals total"]["type"] != "int: 40" || v["Locals total"]["value"] != "40" || v["Globals (package main) base"]["type"] != "[]int len: 2, cap: 2, [1,2]" || v["Globals (package main) base"]["value"] != "[]int len: 2, cap: 2, [1,2]" {
		t.Errorf("the variables are %v", v)
	}
	if info := d.ask("debugInfo", nil); fmt.Sprint(info["stoppedThreads"]) != "[1]" {
		t.Errorf("debugInfo has %v", info["stoppedThreads"])
	}
	d.ask("stepIn", map[string]any{"threadId": 99})
	inside := d.stopped(cell)
	if got := where(inside[0]); got != "main.add "+cellPath(earlier)+":2" || where(inside[1]) != "main.main "+path+":3" {
		t.Errorf("stepIn: %s, below %s", got, where(inside[1]))
	}
	if inside[0]["id"] == first[0]["id"] {
		t.Error("frames of two stops have one number")
	}
	if source := d.ask("source", map[string]any{"source": map[string]any{"path": cellPath(earlier)}}); source["content"] != earlier {
		t.Errorf("the source is %v", source)
	}
	d.ask("next", map[string]any{"threadId": 1})
	d.stopped(cell)
	d.ask("next", map[string]any{"threadId": 1})
	after := d.stopped(cell)
	if v := d.locals(after[0]); v["Locals sum"]["value"] != "40" {
		t.Errorf("after two steps the variables are %v", v)
	}
	if v := d.ask("evaluate", map[string]any{"expression": "sum + b", "frameId": after[0]["id"], "context": "repl"}); v["result"] != "40" {
		t.Errorf("sum + b is %v", v)
	}
	if v := d.ask("richInspectVariables", map[string]any{"variableName": "base", "frameId": after[0]["id"]}); !strings.Contains(fmt.Sprint(v["data"]), "[1,2]") {
		t.Errorf("richInspectVariables: %v", v)
	}
	if _, problem := d.try("evaluate", map[string]any{"expression": "nosuch", "frameId": after[0]["id"]}); !strings.Contains(problem, "nosuch") {
		t.Errorf("an unknown name: %q", problem)
	}
	d.ask("stepOut", map[string]any{"threadId": 1})
	if got := where(d.stopped(cell)[0]); got != "main.main "+path+":3" {
		t.Errorf("stepOut: %s", got)
	}
	d.set(code)
	d.ask("continue", map[string]any{"threadId": 1})
	e := d.end(cell)
	if e.status != "ok" || e.stdout != "true\n" || !strings.Contains(e.shown, "45") || !strings.Contains(e.stderr, "runs as a program under Delve "+delve.Version) || !strings.Contains(e.stderr, "cannot be copied: ask]") {
		t.Errorf("the cell: %+v", e)
	}
	if e := d.end(d.run("len(base)")); e.shown != "map[text/plain:2]" || e.stderr != "" {
		t.Errorf("the session after it: %+v", e)
	}
	if e := d.end(d.run("total")); !strings.Contains(e.value, "undefined: total") {
		t.Errorf("total after it: %+v", e)
	}
}

// TestBreakpointsElsewhere checks that a cell stops in a function of an earlier cell, that a cell which only declares is not debugged, and
// that faults and panics name the cell.
func TestBreakpointsElsewhere(t *testing.T) {
	d := startDebugger(t)
	earlier := "func third(all []int) int {\n\treturn all[2]\n}"
	d.set(earlier, 2)
	if e := d.end(d.run(earlier)); e.status != "ok" || e.stderr != "" {
		t.Fatalf("%+v", e)
	}
	cell := d.run("%env COLOUR=blue\nfmt.Println(os.Getenv(\"COLOUR\"))\nthird([]int{1, 2})")
	if got := where(d.stopped(cell)[0]); got != "main.third "+cellPath(earlier)+":2" {
		t.Errorf("it stopped at %s", got)
	}
	d.ask("continue", map[string]any{"threadId": 1})
	if f := d.stopped(cell); where(f[0]) != "main.third "+cellPath(earlier)+":2" { // at the panic
		t.Errorf("the panic: %s", where(f[0]))
	}
	d.ask("continue", map[string]any{"threadId": 1})
	if e := d.end(cell); e.status != "error" || e.stdout != "blue\n" || !strings.Contains(e.value, "cell [1], line 2: runtime error: index out of range [2] with length 2") {
		t.Errorf("%+v", e)
	}
	code := "x := 1\nnosuch(x)"
	d.set(code, 1)
	if e := d.end(d.run(code)); !strings.Contains(e.value, "cell [3], line 2: undefined: nosuch") {
		t.Errorf("%+v", e)
	}
	code = "import _ \"embed\"\nfmt.Println(1)"
	d.set(code, 2)
	if e := d.end(d.run(code)); strings.Count(e.stderr, "[breakpoints are ignored: import \"embed\" needs the go command]") != 1 || e.stdout != "1\n" {
		t.Errorf("%+v", e)
	}
	code = "z := 1\n%env A=b\nfmt.Println(z)"
	d.set(code, 3)
	if e := d.end(d.run(code)); strings.Count(e.stderr, "[breakpoints are ignored: kernel lines split the code") != 1 || e.stdout != "1\n" {
		t.Errorf("%+v", e)
	}
	code = "fmt.Println(5)\n\n// end"
	d.set(code, 3)
	if e := d.end(d.run(code)); !strings.Contains(e.stderr, "[the breakpoint in line 3 is not set: the line has no statement]") || e.stdout != "5\n" {
		t.Errorf("%+v", e)
	}
	d.end(d.run("%live off"))
	code = "fmt.Println(6)"
	d.set(code, 1)
	if e := d.end(d.run(code)); !strings.Contains(e.stderr, "[breakpoints are ignored: the debugger requires a stateful cell") || e.stdout != "6\n" {
		t.Errorf("%+v", e)
	}
}

// TestBreakpointsEnd checks that terminate and an interrupt end a stopped cell with all its processes, and that the kernel still works.
func TestBreakpointsEnd(t *testing.T) {
	d := startDebugger(t)
	seconds := fmt.Sprintf("1234.%d", os.Getpid())
	code := "exec.Command(\"sleep\", \"" + seconds + "\").Start()\nfmt.Println(os.Getpid())\nx := 1\nfmt.Println(x)"
	d.set(code, 4)
	for _, how := range []string{"terminate", "killed", "disconnect", "interrupt", "restart"} {
		d.ask("initialize", nil)
		cell := d.run(code)
		d.stopped(cell)
		var wants string
		switch how {
		case "interrupt":
			wants = "the cell was interrupted"
			if err := d.k.Interrupt(d.Context()); err != nil {
				t.Fatal(err)
			}
		case "killed":
			wants = "delve: the debugger has ended"
			killDelve(t)
		case "restart":
			if err := d.k.Shutdown(d.Context(), true); err != nil {
				t.Fatal(err)
			}
			<-d.k.Ended()
		default:
			wants = "the cell was ended in the debugger"
			d.ask(how, map[string]any{"restart": false})
		}
		if how != "restart" {
			if e := d.end(cell); e.status != "error" || e.value != wants {
				t.Errorf("%s: %+v", how, e)
			}
			for name := range map[string]bool{"continued": true} {
				if e := <-d.events; e["event"] != name || e["body"].(map[string]any)["threadId"] != 1.0 {
					t.Errorf("%s: the event is %v", how, e)
				}
			}
		}
		for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
			ours := func(line string) bool { return strings.Contains(line, toolsFolder(t)) }
			left := running("sleep\x00" + seconds + "\x00")
			for _, line := range running("/debug/cell\x00", "dap\x00--client-addr=unix:") {
				if ours(line) {
					left = append(left, line)
				}
			}
			if len(left) == 0 {
				break
			}
			if time.Now().After(end) {
				t.Errorf("%s: still running: %q", how, left)
				break
			}
		}
		if how != "restart" {
			usable(t, d.k, how)
		}
	}
}
