//go:build browser

package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/igbolab/igbolab/igbo/lab/kernel"
	livecells "github.com/igbolab/igbolab/igbo/lab/kernel/live"
)

// The cells of livingCells, by their places.
const (
	declares = iota
	slides
	selects
	changes
	waits
	resets
)

// livingCells have a slider and a list that draw with a living value, and cells that run beside them.
var livingCells = []string{
	declares: "factor, drawn := 2.0, 0\nfunc level(v float64) (plots.Figure, error) {\n\tdrawn++\n" +
		"\treturn plots.Bars([]string{fmt.Sprint(\"bar \", factor*v)}, []plots.BarSeries{{Name: \"m\", Values: []float64{factor * v}}})\n}",
	slides:  `notebook.Check(inline.Slider("λ", []float64{1, 2, 3}, level, inline.StartAt(1), inline.Timeout(time.Hour)))`,
	selects: `notebook.Check(inline.Select("word", []string{"a", "bb", "ccc"}, func(word string) (plots.Figure, error) { return level(10 * float64(len(word))) }, inline.Timeout(time.Hour)))`,
	changes: "factor = 3",
	waits:   "begin := drawn\nfmt.Println(\"waits\")\nfor range 6000 {\n\tif drawn > begin {\n\t\tbreak\n\t}\n\ttime.Sleep(10 * time.Millisecond)\n}\nfmt.Println(\"moved:\", drawn > begin)",
	resets:  "%reset",
}

// livingNotebook has the livingCells.
func livingNotebook() ([]byte, error) {
	var all []map[string]any
	for i, code := range livingCells {
		all = append(all, map[string]any{"cell_type": "code", "id": fmt.Sprint("c", i), "execution_count": nil, "metadata": struct{}{}, "outputs": []any{}, "source": code})
	}
	return json.Marshal(map[string]any{"cells": all, "nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{
		"kernelspec": map[string]string{"name": kernel.LiveName, "display_name": kernel.LiveDisplayName, "language": "go"}}})
}

// checkLivingSliders: controls of living cells follow the keyboard, two at a time, beside a cell that runs and with values that
// change. Once nobody follows them the page says so, after %reset and after a restart, and the cell run again has one that is followed.
func checkLivingSliders(t *testing.T, f frontEnd) {
	if err := livecells.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	const name = "living.ipynb"
	text, err := livingNotebook()
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
	p.run(declares)
	p.show(slides, "bar 2")
	p.show(selects, "bar 20")
	p.press(slides, kb.ArrowRight, "bar 4")
	p.press(selects, kb.ArrowDown, "bar 40")
	p.says(slides, "bar 4") // the other one stays

	p.run(changes)
	eval[bool](p, p.starts(waits))
	p.says(waits, "waits")
	p.press(slides, kb.ArrowRight, "bar 9")
	p.until("the end of the cell beside it", time.Minute, "window.igboDone")
	p.says(waits, "moved: true")
	p.screenshot("live")

	p.run(resets)
	p.abandoned(slides, "reset")
	p.abandoned(selects, "")
	p.run(declares)
	p.show(slides, "bar 2")
	p.press(slides, kb.ArrowRight, "bar 4")

	eval[bool](p, `(k => k.restart().then(() => k.requestKernelInfo()).then(() => true))(`+panel+`.sessionContext.session.kernel)`)
	p.abandoned(slides, "restart")
	p.run(declares)
	p.show(slides, "bar 2")
	p.press(slides, kb.ArrowRight, "bar 4")
	done := fmt.Sprintf(controlOf, slides, "button")
	eval[bool](p, done+`.click() === undefined`)
	p.until("the end of the slider", time.Minute, done+` === null`)
	p.says(slides, "bar") // the frames
}

// outputOf is where a cell's outputs are, and controlOf an element of its control, null without one.
const (
	outputOf  = panel + `.content.widgets[%d].outputArea.node`
	controlOf = outputOf + `.querySelector("[role=group] :is(%s)")`
)

// starts is a script that has a cell run.
func (p page) starts(cell int) string {
	return fmt.Sprintf(`(() => { window.igboDone = false; %s.content.activeCellIndex = %d;
		window.jupyterapp.commands.execute("notebook:run-cell").then(() => { window.igboDone = true; }); return true; })()`, panel, cell)
}

// run runs a cell to its end, which must be a good one.
func (p page) run(cell int) {
	p.t.Helper()
	eval[bool](p, p.starts(cell))
	p.until("the end of a cell", 2*time.Minute, "window.igboDone")
	if outputs := eval[string](p, fmt.Sprintf(panel+`.content.model.sharedModel.cells[%d].outputs.map(o => JSON.stringify(o)).join()`, cell)); strings.Contains(outputs, `"output_type":"error"`) {
		p.t.Fatalf("%s, cell %d: %s", p.name, cell, outputs)
	}
}

// show runs a cell until its control is there, for which the page may need more than one run on a busy machine.
func (p page) show(cell int, want string) {
	p.t.Helper()
	for range attempts {
		if p.run(cell); eval[bool](p, fmt.Sprintf(controlOf, cell, "input, select")+" !== null") {
			p.says(cell, want)
			p.followed(cell, true, 10*time.Second)
			return
		}
	}
	p.t.Fatalf("%s: cell %d has no live control in %d runs", p.name, cell, attempts)
}

// says waits until a cell's output has a text.
func (p page) says(cell int, want string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q in cell %d", want, cell), time.Minute, fmt.Sprintf(outputOf+`.textContent.includes(%q)`, cell, want))
}

// press presses a key in a cell's control, after which the cell says something.
func (p page) press(cell int, key, want string) {
	p.t.Helper()
	p.key(cell, key)
	p.says(cell, want)
	p.followed(cell, true, 30*time.Second)
}

// key presses a key in a cell's control, as a person does.
func (p page) key(cell int, key string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(controlOf, cell, "input, select")+`.focus() === undefined`)
	if err := chromedp.Run(p.ctx, chromedp.KeyEvent(key)); err != nil {
		p.t.Fatal(err)
	}
}

// followed waits until the page says that a control is followed, or that it is not.
func (p page) followed(cell int, is bool, patience time.Duration) {
	p.t.Helper()
	p.until(fmt.Sprintf("cell %d followed: %v", cell, is), patience, fmt.Sprintf(controlOf+`.hidden === %v`, cell, "[role=status]", is))
}

// abandoned moves a control that nobody follows any more: the page says that.
func (p page) abandoned(cell int, picture string) {
	p.t.Helper()
	p.key(cell, kb.Home)
	p.followed(cell, false, 30*time.Second)
	if picture != "" {
		p.screenshot("after-" + picture)
	}
}
