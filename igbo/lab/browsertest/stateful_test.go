//go:build browser

package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/igbolab/igbolab/igbo/kernel"
	livecells "github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// Indices of the cells in statefulCells.
const (
	declares = iota
	slides
	selects
	drags
	controls
	interacts
	changes
	waits
	resets
)

// statefulCells holds cells with a slider, a list and a point that use a value that persists, and cells that run concurrently.
var statefulCells = []string{
	declares: "factor, drawn := 2.0, 0\nfunc level(v float64) (plots.Figure, error) {\n\tdrawn++\n\ttime.Sleep(20 * time.Millisecond) // as what takes longer to draw\n" +
		"\treturn plots.Bars([]string{fmt.Sprint(\"bar \", factor*v)}, []plots.BarSeries{{Name: \"m\", Values: []float64{factor * v}}})\n}",
	slides:  `notebook.Check(inline.Slider("λ", []float64{1, 2, 3}, level, inline.StartAt(1)))`,
	selects: `notebook.Check(inline.Select("word", []string{"a", "bb", "ccc"}, func(word string) (plots.Figure, error) { return level(10 * float64(len(word))) }))`,
	drags: `notebook.Check(inline.Drag([]inline.Point{{X: 0.5, Y: 0.5}}, func(p []inline.Point) (inline.Figure, error) {
	return plots.Lines([]plots.Line{{Name: "l", X: []float64{0, 1}, Y: []float64{0, 1}}}, plots.Title(fmt.Sprintf("at %.1f", factor*p[0].X)), plots.XRange(0, 1), plots.YRange(0, 1))
}))`,
	controls:  `v, high := widget.FloatSlider("v", 1, 0, 4, 1), widget.Checkbox("high", false)`,
	interacts: "notebook.Check(inline.Interact(func() (inline.Figure, error) {\n\tif high.Get() {\n\t\treturn level(100 + v.Get())\n\t}\n\treturn level(v.Get())\n}, v, high))",
	changes:   "factor = 3",
	waits:     "begin := drawn\nfmt.Println(\"waits\")\nfor range 6000 {\n\tif drawn > begin {\n\t\tbreak\n\t}\n\ttime.Sleep(10 * time.Millisecond)\n}\nfmt.Println(\"moved:\", drawn > begin)",
	resets:    "%reset",
}

// statefulNotebook returns a notebook with the statefulCells.
func statefulNotebook() ([]byte, error) { return written(statefulCells) }

// written returns a notebook with cells.
func written(cells []string) ([]byte, error) {
	var all []map[string]any
	for i, code := range cells {
		all = append(all, map[string]any{"cell_type": "code", "id": fmt.Sprint("c", i), "execution_count": nil, "metadata": struct{}{}, "outputs": []any{}, "source": code})
	}
	return json.Marshal(map[string]any{"cells": all, "nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{
		"kernelspec": map[string]string{"name": kernel.Name, "display_name": kernel.DisplayName, "language": "go"}}})
}

// checkStatefulSliders checks that controls of stateful cells work by keyboard and pointer, several at the same time, during a running
// cell, with values that change, and after a reload of the page. After %reset and after a restart nothing fails, and running the cell again
// gives a working control.
func checkStatefulSliders(t *testing.T, f frontEnd) {
	if err := livecells.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	const name = "living.ipynb"
	text, err := statefulNotebook()
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
	p.show(drags, "at 1.0")
	p.key(slides, kb.End, "bar 6") // Notebook 7 uses the arrow keys itself
	p.choose(selects, 1, "bar 40")
	p.reports(slides, "bar 6") // the other one does not change
	p.drag(drags, "at 1.6")
	p.run(controls)
	p.show(interacts, "bar 2")
	p.key(interacts, kb.End, "bar 8")
	p.show(interacts, "bar 8") // the page displays the same slider again
	p.key(interacts, kb.Home, "bar 0")
	eval[bool](p, fmt.Sprintf(controlOf+`.click() === undefined`, interacts, "input[type=checkbox]"))
	p.reports(interacts, "bar 200")
	p.screenshot("live")

	p.run(changes)
	eval[bool](p, p.starts(waits))
	p.reports(waits, "waits")
	p.key(slides, kb.Home, "bar 3")
	p.until("the end of the cell beside it", time.Minute, "window.igboDone")
	p.reports(waits, "moved: true")
	p.latency(slides)

	p.saveAndReload(f)
	p.reports(slides, "bar")
	p.key(slides, kb.End, "bar 9")
	p.key(slides, kb.Home, "bar 3")

	p.run(resets)
	p.abandoned(slides)
	p.run(declares)
	p.show(slides, "bar 2")
	p.key(slides, kb.End, "bar 6")
	eval[bool](p, `(k => k.restart().then(() => k.requestKernelInfo()).then(() => true))(`+panel+`.sessionContext.session.kernel)`)
	p.run(declares)
	p.show(slides, "bar 2")
	p.key(slides, kb.End, "bar 6")
}
