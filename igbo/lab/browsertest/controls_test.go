//go:build browser

package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// outputOf is the element with a cell's outputs, and controlOf an element of its control, or null.
const (
	outputOf  = panel + `.content.widgets[%d].outputArea.node`
	controlOf = outputOf + `.querySelector("%s")`
)

// starts returns a script that runs a cell.
func (p page) starts(cell int) string {
	return fmt.Sprintf(`(() => { window.igboDone = false; %s.content.activeCellIndex = %d;
		window.jupyterapp.commands.execute("notebook:run-cell").then(() => { window.igboDone = true; }); return true; })()`, panel, cell)
}

// run runs a cell to its end and requires success.
func (p page) run(cell int) {
	p.t.Helper()
	eval[bool](p, p.starts(cell))
	p.until("the end of a cell", 2*time.Minute, "window.igboDone")
	if outputs := eval[string](p, fmt.Sprintf(panel+`.content.model.sharedModel.cells[%d].outputs.map(o => JSON.stringify(o)).join()`, cell)); strings.Contains(outputs, `"output_type":"error"`) {
		p.t.Fatalf("%s, cell %d: %s", p.name, cell, outputs)
	}
}

// handle matches what a user moves: the handle of a slider, a list, or a point of a figure.
const handle = ".noUi-handle, select, circle[tabindex]"

// show runs a cell whose control appears in the page.
func (p page) show(cell int, want string) {
	p.t.Helper()
	p.run(cell)
	p.until(fmt.Sprintf("the control of cell %d", cell), time.Minute, fmt.Sprintf(controlOf, cell, handle)+" !== null")
	p.reports(cell, want)
}

// reports waits until a cell's output has a text.
func (p page) reports(cell int, want string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q in cell %d", want, cell), time.Minute, fmt.Sprintf(outputOf+`.textContent.includes(%q)`, cell, want))
}

// key presses a key in a cell's control, and waits until the cell shows a text.
func (p page) key(cell int, key, want string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(controlOf, cell, handle)+`.focus() === undefined`)
	if err := chromedp.Run(p.ctx, chromedp.KeyEvent(key)); err != nil {
		p.t.Fatal(err)
	}
	p.reports(cell, want)
}

// choose selects an entry of a cell's list, and waits until the cell shows a text.
func (p page) choose(cell, entry int, want string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(s => { s.selectedIndex = %d; return s.dispatchEvent(new Event("change", {bubbles: true})); })(`+controlOf+`)`, entry, cell, "select"))
	p.reports(cell, want)
}

// drag drags a cell's point to the right with the pointer, and then with a key, until the cell shows a text.
func (p page) drag(cell int, want string) {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(c => { c.scrollIntoView({block: "center"}); const b = c.getBoundingClientRect(), a = c.ownerSVGElement.getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 2, a.width]; })(`+controlOf+`)`, cell, "circle[tabindex]"))
	mouse := func(kind input.MouseType, x float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, at[1]).WithButton(input.Left).WithButtons(1).WithClickCount(1)
	}
	actions := []chromedp.Action{mouse(input.MousePressed, at[0])}
	for i := range 10 {
		actions = append(actions, mouse(input.MouseMoved, at[0]+float64(i+1)*at[2]/60))
	}
	if err := chromedp.Run(p.ctx, append(actions, mouse(input.MouseReleased, at[0]+at[2]/6))...); err != nil {
		p.t.Fatal(err)
	}
	reported := fmt.Sprintf(outputOf+`.textContent.includes(%q)`, cell, want)
	text := func() string { return eval[string](p, fmt.Sprintf(outputOf+`.textContent`, cell)) }
	for range 40 {
		if eval[bool](p, reported) {
			break
		}
		p.until("a key", time.Minute, fmt.Sprintf(controlOf+`.focus() === undefined`, cell, "circle[tabindex]"))
		before := text()
		if err := chromedp.Run(p.ctx, chromedp.KeyEvent(kb.ArrowRight)); err != nil {
			p.t.Fatal(err)
		}
		for limit := time.Now().Add(time.Second * slower()); text() == before && time.Now().Before(limit); { // a key too many would go past it
			time.Sleep(20 * time.Millisecond)
		}
	}
	p.reports(cell, want)
}

// latency logs how long a figure takes to change after a key.
func (p page) latency(cell int) {
	p.t.Logf("from a key to the figure: %v ms", eval[[]float64](p, fmt.Sprintf(`(async () => { const box = `+outputOf+`, h = box.querySelector(".noUi-handle"), all = [];
		h.focus();
		for (let i = 0; i < 12; i++) {
			const before = box.querySelector("svg").outerHTML, begin = performance.now();
			h.dispatchEvent(new KeyboardEvent("keydown", {key: i %% 2 ? "Home" : "End", bubbles: true}));
			while (box.querySelector("svg")?.outerHTML === before && performance.now() - begin < 5000) { await new Promise(r => setTimeout(r, 1)); }
			all.push(Math.round(performance.now() - begin));
			await new Promise(r => setTimeout(r, 150));
		}
		return all; })()`, cell)))
}

// saveAndReload saves the notebook, whose file then contains the widgets' states, and reloads the page.
func (p page) saveAndReload(f frontEnd) {
	p.t.Helper()
	eval[bool](p, panel+`.context.save().then(() => true)`)
	text, err := os.ReadFile(filepath.Join(f.dir, p.name))
	if err != nil {
		p.t.Fatal(err)
	}
	saved := strings.Contains(string(text), "application/vnd.jupyter.widget-state+json")
	if lab := eval[bool](p, inJupyterLab) && os.Getenv("IGBOLAB_FRONTEND") == ""; lab && !saved {
		p.t.Error("the notebook has no states of widgets")
	}
	if !strings.Contains(string(text), "data-plots-frames") {
		p.t.Error("the notebook has no frames")
	}
	if err := chromedp.Run(p.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(f.address+f.folder+p.name+"?"+f.query)); err != nil {
		p.t.Fatal(err)
	}
	p.until("the kernel", time.Minute, panel+`?.sessionContext?.session?.kernel?.connectionStatus === "connected"`)
	p.until("the control", time.Minute, fmt.Sprintf(controlOf, slides, handle)+" !== null")
}

// abandoned moves a control without a process. The figure must not change, and the kernel must work.
func (p page) abandoned(cell int) {
	p.t.Helper()
	before := eval[string](p, fmt.Sprintf(outputOf+`.querySelector("svg").outerHTML`, cell))
	eval[bool](p, fmt.Sprintf(controlOf, cell, handle)+`.focus() === undefined`)
	if err := chromedp.Run(p.ctx, chromedp.KeyEvent(kb.Home)); err != nil {
		p.t.Fatal(err)
	}
	p.run(declares)
	if after := eval[string](p, fmt.Sprintf(outputOf+`.querySelector("svg").outerHTML`, cell)); after != before {
		p.t.Error("the figure of a process that has ended has changed")
	}
	p.until("an idle kernel", time.Minute, panel+`.sessionContext.session.kernel.status === "idle"`)
}
