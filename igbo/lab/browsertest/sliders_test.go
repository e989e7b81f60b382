//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// live returns sliders and lists that are connected to the kernel and were not moved yet.
const live = `[...document.querySelectorAll(".jp-OutputArea .widget-vbox:not([data-igbolab-moved])")].filter(d => d.querySelector(".noUi-handle, select"))`

// label is the text next to a live slider.
const label = live + `[0].querySelector(".widget-label").textContent.trim()`

// sliderCells returns the indices of the cells with sliders or lists.
const sliderCells = panel + `.content.model.sharedModel.cells.flatMap((c, i) => c.cell_type === "code" && /inline\.(Slider|Select)\(/.test(c.getSource()) ? [i] : [])`

// alike lists notebooks whose kinds of sliders and lists are covered by others: notebook 00 has a first slider, 04 has two with cells after
// them, and its solutions have one in a subfolder. TestWritten has sliders of stateful cells.
var alike = map[string]bool{"01_your_data": true, "03_clt_dag": true, "05_igbo_by_hand": true, "08_routing_oracle": true, "09_claims": true}

// runWithSliders runs all cells, then each cell with a slider separately, which must be live. It reports whether there was one. In short
// tests, notebooks without sliders, or whose kinds of sliders others have, show their committed outputs, which `igbo lab --check` compares
// with a run.
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
			p.t.Errorf("%s: the slider of cell %d was not live", p.name, cell)
		}
		moved = moved || ok
	}
	return moved
}

// runAll runs all cells.
func (p page) runAll() {
	begin := time.Now()
	eval[bool](p, started)
	p.until("the end of all cells", limit, "window.igboDone")
	p.t.Logf("%s: all cells after %s", p.name, time.Since(begin).Round(100*time.Millisecond))
}

// runSlider runs one cell and moves its slider.
func (p page) runSlider(cell int) bool {
	p.start("notebook:run-cell", cell)
	p.until("the end of a cell", limit, "window.igboDone")
	return p.ended()
}

// lateSlider is the maximum time between the end of a cell and the appearance of its slider.
const lateSlider = 20 * time.Second

// ended moves the sliders that are live after their cells have ended, and reports whether there was one.
func (p page) ended() (moved bool) {
	for begin := time.Now(); time.Since(begin) < lateSlider && !moved || eval[bool](p, live+".length > 0"); time.Sleep(200 * time.Millisecond) {
		if eval[bool](p, live+".length > 0") {
			p.move(eval[string](p, label))
			moved = true
		}
	}
	return moved
}

// start runs a command at a cell. Then window.igboDone is true when it has ended.
func (p page) start(command string, cell int) {
	eval[bool](p, fmt.Sprintf(`(() => { window.igboDone = false; %s.content.activeCellIndex = %d;
		window.jupyterapp.commands.execute(%q).then(() => { window.igboDone = true; }); return true; })()`, panel, cell, command))
}

// move moves the live slider and waits until the figure changes.
func (p page) move(label string) {
	picture := `(() => { const box = ` + live + `[0].closest(".jp-Cell"); return box ? [...box.querySelectorAll("svg")].map(s => s.outerHTML.length + ":" + s.textContent + s.innerHTML.slice(-4000)).join("|") : ""; })()`
	p.until("the slider's picture", 30*time.Second, picture+`.length > 0`)
	before := eval[string](p, picture)
	begin := time.Now()
	eval[bool](p, `(() => { const box = `+live+`[0], list = box.querySelector("select"), handle = box.querySelector(".noUi-handle");
		if (list) { list.selectedIndex = list.selectedIndex > list.length / 2 ? 0 : list.length - 1; list.dispatchEvent(new Event("change", {bubbles: true})); return true; }
		const at = Number(handle.getAttribute("aria-valuenow")), last = Number(handle.getAttribute("aria-valuemax"));
		handle.focus();
		handle.dispatchEvent(new KeyboardEvent("keydown", {key: at > last / 2 ? "Home" : "End", bubbles: true}));
		return true; })()`)
	for deadline := time.Now().Add(20 * time.Second * slower()); eval[string](p, picture) == before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.screenshot("failed")
			p.t.Fatalf("%s: the slider %q does not change the picture", p.name, label)
		}
	}
	p.t.Logf("%s: slider %q redrawn after %s", p.name, label, time.Since(begin).Round(time.Millisecond))
	eval[bool](p, `(() => { `+live+`[0].scrollIntoView({block: "start"}); return true; })()`)
	time.Sleep(500 * time.Millisecond) // JupyterLab renders what came into view
	p.screenshot("slider-" + label)
	p.done()
}

// done excludes the live slider from now on.
func (p page) done() {
	eval[bool](p, `(() => { `+live+`[0].dataset.igbolabMoved = "yes"; return true; })()`)
}
