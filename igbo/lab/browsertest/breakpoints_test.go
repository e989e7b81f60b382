//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	livecells "github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// breakpointCells holds cells that declare a function, and stop in it.
var breakpointCells = []string{
	"base := 10\nfunc add(a, b int) int {\n\tsum := a + b\n\treturn sum + base\n}",
	"total := 40\nfor i := range 2 {\n\ttotal = add(total, i)\n}\nfmt.Println(\"total\", total)",
}

// callstack is the text of the panel's stack, and stoppedLine the line at which a cell has stopped.
const (
	callstack   = `(document.querySelector(".jp-DebuggerCallstack")?.innerText ?? "")`
	stoppedLine = `(document.querySelector(".jp-DebuggerEditor-highlight")?.innerText ?? "")`
)

// mark sets a breakpoint by a click next to a line of a cell.
func (p page) mark(cell, line int) {
	p.t.Helper()
	editor := fmt.Sprintf(`%s.content.widgets[%d].node`, panel, cell)
	p.until("the gutter for breakpoints", time.Minute, editor+`.querySelector(".cm-breakpoint-gutter") !== null`)
	eval[bool](p, fmt.Sprintf(`(n => { const gutter = n.querySelector(".cm-breakpoint-gutter"), g = gutter.getBoundingClientRect(), l = n.querySelectorAll(".cm-line")[%d].getBoundingClientRect();
		gutter.dispatchEvent(new MouseEvent("mousedown", {clientX: g.x + g.width / 2, clientY: l.y + l.height / 2, bubbles: true, cancelable: true})); return true; })(%s)`, line-1, editor))
	p.until("the breakpoint", time.Minute, `document.querySelector(".jp-DebuggerBreakpoints")?.innerText.includes(".go") === true`)
}

// debug presses a button of the debugger.
func (p page) debug(command string) {
	p.t.Helper()
	p.until(command, time.Minute, fmt.Sprintf(`window.jupyterapp.commands.isEnabled("debugger:%s")`, command))
	eval[bool](p, fmt.Sprintf(`window.jupyterapp.commands.execute("debugger:%s").then(() => true)`, command))
}

// checkBreakpoints checks that a cell stops at a breakpoint that was set by a click, shows its stack and variables, steps into a function
// of another cell, continues to its end, and can be terminated.
func checkBreakpoints(t *testing.T, f frontEnd) {
	if err := livecells.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	if os.Getenv("IGBOLAB_FRONTEND") == "notebook" {
		t.Skip("Notebook 7 has the panel of JupyterLab, behind a menu")
	}
	const name = "breakpoints.ipynb"
	must.Do(t, os.WriteFile(filepath.Join(f.dir, name), must.Of(written(breakpointCells)).In(t), 0o600))
	ctx, cancel := context.WithTimeout(browser(t), limit)
	defer cancel()
	p := page{t, ctx, name}
	p.open(f)
	p.run(0)
	const bug = `document.querySelector(".jp-DebuggerBugButton")`
	p.until("the debugger's button", time.Minute, bug+` !== null && !`+bug+`.hasAttribute("disabled") && `+bug+`.getAttribute("aria-disabled") !== "true"`)
	eval[bool](p, bug+`.click() === undefined`)
	eval[bool](p, `window.jupyterapp.shell.activateById("jp-debugger-sidebar") === undefined`)
	p.mark(1, 3)

	eval[bool](p, p.starts(1))
	p.until("the stop", 15*time.Minute, stoppedLine+`.includes("total = add(total, i)")`) // the first one installs Delve
	p.row("total | int: 40")
	p.until("the stack", time.Minute, callstack+`.includes("main.main")`)
	p.screenshot("stopped")
	p.debug("stepIn")
	p.until("the function", time.Minute, stoppedLine+`.includes("func add(a, b int)")`)
	p.until("the stack", time.Minute, callstack+`.includes("main.add") && `+callstack+`.includes("main.main")`)
	p.debug("next")
	p.until("its first line", time.Minute, stoppedLine+`.includes("sum := a + b")`)
	p.debug("next")
	p.until("the next line", time.Minute, stoppedLine+`.includes("return sum + base")`)
	p.row("sum | int: 40")
	p.screenshot("stepped")
	p.debug("continue")
	p.until("the second stop", time.Minute, stoppedLine+`.includes("total = add(total, i)")`)
	p.row("total | int: 50")
	p.debug("continue")
	p.until("the end of the cell", time.Minute, "window.igboDone")
	p.reports(1, "total 61")
	p.until("no line", time.Minute, stoppedLine+` === ""`)

	eval[bool](p, p.starts(1))
	p.until("the stop", time.Minute, stoppedLine+`.includes("total = add(total, i)")`)
	p.debug("terminate")
	p.until("the end of the cell", time.Minute, "window.igboDone")
	if text := eval[string](p, panel+`.content.widgets[1].outputArea.node.innerText`); !strings.Contains(text, "ended in the debugger") {
		t.Errorf("after terminate the cell shows %q", text)
	}
	p.screenshot("ended")
}
