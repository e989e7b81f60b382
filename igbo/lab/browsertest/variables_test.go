//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	livecells "github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// variableCells holds cells that declare variables, change them while the panel is open, and switch to programs.
var variableCells = []string{
	"type house struct {\n\tStreet string\n\tRooms map[string]int\n}\nrate := 0.25\nweights := [][]float64{{1, 2, 3}, {4, 5, 6}}\nhome := house{\"Main\", map[string]int{\"bath\": 1, \"bed\": 3}}",
	"for i := 0; ; i++ {\n\tfmt.Println(i)\n\tif _, err := os.Stat(\"seen\"); err == nil {\n\t\tbreak\n\t}\n\ttime.Sleep(100 * time.Millisecond)\n}\nrate, late := 0.5, 1", // it ends after the test has seen the panel
	"%live off",
}

// rows returns the names and details in the panel of variables.
const rows = `[...document.querySelectorAll(".jp-DebuggerVariables-body jp-tree-item, .jp-DebuggerVariables jp-tree-item")].map(e =>
	(e.querySelector(":scope > .jp-DebuggerVariables-name")?.innerText ?? "") + " | " + (e.querySelector(":scope > .jp-DebuggerVariables-detail")?.innerText ?? ""))`

// row waits until the panel has a row with a prefix.
func (p page) row(text string) {
	p.t.Helper()
	p.until("the variable "+text, time.Minute, fmt.Sprintf(`%s.some(r => r.startsWith(%q))`, rows, text))
}

// unfold clicks a variable.
func (p page) unfold(name string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const e = [...document.querySelectorAll(".jp-DebuggerVariables jp-tree-item")].find(e => e.querySelector(":scope > .jp-DebuggerVariables-name")?.innerText === %q);
		e.click(); return true; })()`, name))
}

// checkVariables checks that the panel of variables shows and unfolds them, follows cells, and is empty if cells are programs.
func checkVariables(t *testing.T, f frontEnd) {
	if err := livecells.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	if os.Getenv("IGBOLAB_FRONTEND") == "notebook" {
		t.Skip("Notebook 7 has the panel of JupyterLab, behind a menu")
	}
	const name = "variables.ipynb"
	text, err := written(variableCells)
	if err == nil {
		err = os.WriteFile(filepath.Join(f.dir, name), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(browser(t), limit)
	defer cancel()
	p := page{t, ctx, name}
	p.open(f)
	faults := eval[bool](p, `(() => { window.igboFaults = []; for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, e => window.igboFaults.push(String(e.reason ?? e.message))); return true; })()`)
	p.run(0)
	const bug = `document.querySelector(".jp-DebuggerBugButton")`
	p.until("the debugger's button", time.Minute, bug+` !== null && !`+bug+`.hasAttribute("disabled") && `+bug+`.getAttribute("aria-disabled") !== "true"`)
	eval[bool](p, bug+`.click() === undefined`)
	eval[bool](p, `window.jupyterapp.shell.activateById("jp-debugger-sidebar") === undefined`)
	p.row("rate | float64, 8 B: 0.25")
	p.row("weights | [][]float64 (2 × 3), ")
	p.row("home | main.house, ")
	p.unfold("weights")
	p.row("[1] | []float64 (3), 48 B: [4 5 6]")
	p.unfold("home")
	p.row("Street | string, ")
	p.unfold("Rooms")
	p.row(`["bed"] | int, 8 B: 3`)
	p.screenshot("panel")

	eval[bool](p, p.starts(1))
	p.reports(1, "3")
	p.row("rate | float64, 8 B: 0.25")
	if err := os.WriteFile(filepath.Join(f.dir, "seen"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.until("the end of the cell", time.Minute, "window.igboDone")
	p.row("rate | float64, 8 B: 0.5")
	p.row("late | int, 8 B: 1")
	p.run(2)
	p.until("an empty panel", time.Minute, rows+`.every(r => !r.startsWith("rate"))`)
	if reported := eval[[]string](p, `window.igboFaults`); !faults || len(reported) > 0 {
		t.Errorf("the page says %q", reported)
	}
}
