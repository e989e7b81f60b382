package stateful

import (
	"fmt"
	"strings"
	"testing"
)

// TestInterruptNamesWhatItEnds checks that an interrupt reports the package function and the line in which the cell was, and each sync.Once
// that counts as done although its function has not completed.
func TestInterruptNamesWhatItEnds(t *testing.T) {
	n := open(t)
	n.run("var once sync.Once\nvar set int\nfunc setUp() { set = 1; for { set++ } }\nlazy := sync.OnceValue(func() int { for { set++ } })\nbig := make([]int, 1<<22)")
	for _, c := range []struct{ code, wants string }{
		{"\nfor { sort.Slice(big, func(i, j int) bool { return big[i] > big[j] }) }", "! interrupted sort.Slice"},
		{"once.Do(setUp)", "the function of a sync.Once that main.cell_3 calls was stopped early, but the sync.Once counts as done: assign a new one"},
		{"func get() int { return lazy() }\nget()", "the function of a sync.OnceValue that main.get calls was stopped early"},
		{"for { set++ }", "! interrupted "},
	} {
		got := n.interrupt(c.code)
		for i := 0; n.last.Line == 1 && i < 20; i++ { // it came before the code, on a busy machine
			got = n.interrupt(c.code)
		}
		c.wants = strings.ReplaceAll(c.wants, "cell_3", fmt.Sprintf("cell_%d", n.cells))
		if !strings.Contains(got, c.wants) {
			t.Errorf("%q: %s, want %s", c.code, got, c.wants)
		}
		if c.wants == "! interrupted " && n.last.Text != "" {
			t.Errorf("%q was in %s", c.code, n.last.Text)
		}
		if want := 2 + strings.Count(c.code, "\n"); n.last.Line != want { // interrupt adds a line before
			t.Errorf("%q: line %d, want %d", c.code, n.last.Line, want)
		}
	}
	n.expect([2]string{"once = sync.Once{}\nonce.Do(func() { set = -1 })\nset", "-1\n"})
}

// TestNotified checks that a cell that handles the interrupt signal receives it and can end by itself, and that a cell that does not end is
// ended.
func TestNotified(t *testing.T) {
	n := open(t)
	const prepare = "ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)\ndefer stop()\n"
	got := ""
	for range 5 { // on a busy machine the cell may not end by itself in the time that it has
		if got = n.interruptAfter(prepare, "<-ctx.Done()\nfmt.Print(context.Cause(ctx))"); got == "interrupt signal received" {
			break
		}
	}
	if got != "interrupt signal received" {
		t.Error(got)
	}
	if got := n.interruptAfter("c := make(chan os.Signal, 1)\nsignal.Notify(c, os.Interrupt)\n", "for { runtime.Gosched() }"); !strings.HasPrefix(got, "! interrupted") {
		t.Error(got)
	}
	n.expect([2]string{"signal.Stop(c)\nlen(c)", "1\n"})
}
