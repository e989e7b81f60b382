//go:build browser

package browsertest

import (
	"slices"
	"strings"
	"time"
)

// live finds a slider that the kernel follows: one beside a button "Done".
const live = `[...document.querySelectorAll(".jp-OutputArea button")].filter(b => b.textContent.trim() === "Done")
	.map(b => b.parentElement).filter(d => d && d.querySelector("input[type=range]"))`

// attempts bounds how often a notebook runs until all of its sliders were live:
// GoNB gives the browser three seconds to connect, which a loaded machine may
// miss, and the slider then shows Frames.
const attempts = 3

// runWithSliders runs all cells until every slider was live, and tells whether one is named λ.
func (p page) runWithSliders() (moved bool) {
	sliders := eval[int](p, `(() => `+panel+`.content.model.sharedModel.cells.filter(c => c.cell_type === "code" && c.getSource().includes("inline.Slider(")).length)()`)
	var labels []string
	for try := range attempts {
		labels = p.runAll()
		if len(labels) == sliders {
			break
		}
		p.t.Logf("%s: run %d: %d of %d sliders were live", p.name, try+1, len(labels), sliders)
	}
	if len(labels) != sliders {
		p.t.Errorf("%s: %d of %d sliders were live in the last of %d runs", p.name, len(labels), sliders, attempts)
	}
	return slices.ContainsFunc(labels, func(label string) bool { return strings.Contains(label, "λ") })
}

// runAll runs all cells. A live slider keeps the later ones waiting: it is
// moved, its picture must change, and its button ends it. It returns the labels
// of the sliders that were moved.
func (p page) runAll() (labels []string) {
	begin := time.Now()
	eval[bool](p, started)
	for !eval[bool](p, "window.igboDone") {
		if eval[bool](p, live+".length > 0") {
			label := eval[string](p, `(() => { const d = `+live+`[0].cloneNode(true);
				d.querySelectorAll("style, button").forEach(e => e.remove()); return d.textContent.trim(); })()`)
			p.move(label)
			labels = append(labels, label)
		}
		time.Sleep(200 * time.Millisecond)
	}
	p.t.Logf("%s: all cells after %s", p.name, time.Since(begin).Round(100*time.Millisecond))
	return labels
}

// move moves the live slider, waits for another picture and presses Done.
func (p page) move(label string) {
	picture := `(() => { const box = ` + live + `[0].closest(".jp-Cell"); return box ? [...box.querySelectorAll("svg")].map(s => s.outerHTML.length + ":" + s.textContent + s.innerHTML.slice(-4000)).join("|") : ""; })()`
	p.until("the slider's picture", 30*time.Second, picture+`.length > 0`)
	before := eval[string](p, picture)
	begin := time.Now()
	eval[bool](p, `(() => { const input = `+live+`[0].querySelector("input[type=range]");
		const to = Number(input.value) > Number(input.max) / 2 ? input.min : input.max;
		input.value = to;
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
	eval[bool](p, `(() => { const d = `+live+`[0]; [...d.querySelectorAll("button")].find(b => b.textContent.trim() === "Done").click(); return true; })()`)
	p.until("the end of the slider", 30*time.Second, live+".length === 0")
}
