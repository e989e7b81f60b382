//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// live finds a slider, or a list, that the kernel follows: one beside a button "Done".
const live = `[...document.querySelectorAll(".jp-OutputArea button")].filter(b => b.textContent.trim() === "Done")
	.map(b => b.parentElement).filter(d => d && d.querySelector("input[type=range], select"))`

// attempts bounds how often a slider's cell runs until its slider is live: GoNB gives
// the browser three seconds to connect, which a loaded machine may miss, and the
// slider then shows Frames.
const attempts = 3

// label is the text beside a live slider.
const label = `(() => { const d = ` + live + `[0].cloneNode(true);
	d.querySelectorAll("style, button, select").forEach(e => e.remove()); return d.textContent.trim(); })()`

// sliderCells are the indices of the cells with sliders or lists.
const sliderCells = panel + `.content.model.sharedModel.cells.flatMap((c, i) => c.cell_type === "code" && /inline\.(Slider|Select)\(/.test(c.getSource()) ? [i] : [])`

// keepsWaiting tells whether a code cell stands after that of the live slider.
const keepsWaiting = `(() => { const cells = ` + panel + `.content.widgets, at = cells.findIndex(c => c.node.contains(` + live + `[0]));
	return cells.slice(at + 1).some(c => c.model.type === "code"); })()`

// alike are notebooks whose sliders and lists are of a kind that others have: 00 a first one, 04 two that other cells
// stand behind, its solutions one in a folder below, TestWritten those of living cells.
var alike = map[string]bool{"01_your_data": true, "03_clt_dag": true, "05_igbo_by_hand": true, "08_routing_oracle": true, "09_claims": true}

// runWithSliders runs all cells, where no slider may hold up those after it, then
// each cell with a slider alone, which must be live. It tells whether there was one.
// In short tests a notebook without sliders, or with some of a kind that others have, shows its
// committed outputs, which `igbo lab --check` compares with a run.
func (p page) runWithSliders() (moved bool) {
	cells := eval[[]int](p, sliderCells)
	if testing.Short() && (len(cells) == 0 || alike[strings.TrimSuffix(p.name, ".ipynb")]) {
		p.t.Logf("%s: not run", p.name)
		return false
	}
	p.runAll()
	for _, cell := range cells {
		ok := p.runSlider(cell)
		if !ok {
			p.t.Errorf("%s: the slider of cell %d was not live in %d runs", p.name, cell, attempts)
		}
		moved = moved || ok
	}
	return moved
}

// runAll runs all cells. Sliders show Frames where other cells wait for them; that of the last cell may be live.
func (p page) runAll() {
	begin := time.Now()
	eval[bool](p, started)
	for !eval[bool](p, "window.igboDone") {
		if eval[bool](p, live+".length > 0") {
			if eval[bool](p, keepsWaiting) {
				p.t.Errorf("%s: a live slider keeps other cells waiting", p.name)
			}
			p.move(eval[string](p, label))
		}
		time.Sleep(200 * time.Millisecond)
	}
	p.t.Logf("%s: all cells after %s", p.name, time.Since(begin).Round(100*time.Millisecond))
}

// runSlider runs one cell until its slider is live and moves that.
func (p page) runSlider(cell int) (ok bool) {
	for range attempts {
		p.start("notebook:run-cell", cell)
		for !eval[bool](p, "window.igboDone") {
			if eval[bool](p, live+".length > 0") {
				ok = true
				p.move(eval[string](p, label))
			}
			time.Sleep(200 * time.Millisecond)
		}
		if ok {
			return true
		}
	}
	return false
}

// start gives a command at a cell; window.igboDone is true when it has ended.
func (p page) start(command string, cell int) {
	eval[bool](p, fmt.Sprintf(`(() => { window.igboDone = false; %s.content.activeCellIndex = %d;
		window.jupyterapp.commands.execute(%q).then(() => { window.igboDone = true; }); return true; })()`, panel, cell, command))
}

// move moves the live slider, waits for another picture and presses Done.
func (p page) move(label string) {
	picture := `(() => { const box = ` + live + `[0].closest(".jp-Cell"); return box ? [...box.querySelectorAll("svg")].map(s => s.outerHTML.length + ":" + s.textContent + s.innerHTML.slice(-4000)).join("|") : ""; })()`
	p.until("the slider's picture", 30*time.Second, picture+`.length > 0`)
	before := eval[string](p, picture)
	begin := time.Now()
	eval[bool](p, `(() => { const input = `+live+`[0].querySelector("input[type=range], select");
		const last = input.options ? input.options.length - 1 : Number(input.max), first = input.options ? 0 : Number(input.min);
		input.value = Number(input.value) > last / 2 ? first : last;
		input.dispatchEvent(new Event("input", {bubbles: true})); input.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
	for deadline := time.Now().Add(20 * time.Second); eval[string](p, picture) == before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.screenshot("failed")
			p.t.Fatalf("%s: the slider %q does not change the picture", p.name, label)
		}
	}
	p.t.Logf("%s: slider %q redrawn after %s", p.name, label, time.Since(begin).Round(time.Millisecond))
	eval[bool](p, `(() => { `+live+`[0].scrollIntoView({block: "start"}); return true; })()`)
	time.Sleep(500 * time.Millisecond) // JupyterLab lays out what came into view
	p.screenshot("slider-" + label)
	p.done()
}

// done presses the live slider's button.
func (p page) done() {
	eval[bool](p, `(() => { const d = `+live+`[0]; [...d.querySelectorAll("button")].find(b => b.textContent.trim() === "Done").click(); return true; })()`)
	p.until("the end of the slider", 30*time.Second, live+".length === 0")
}
