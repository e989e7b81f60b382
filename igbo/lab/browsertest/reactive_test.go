//go:build browser

package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
	livecells "github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/lab"
)

// Indices of the cells in the notebook reactive.ipynb.
const (
	slopeCell = 2
	fitCell   = 6
	errorCell = 8
	staleCell = 10
)

// checkReactive checks that after a cell of the demonstration changes a variable, the cells below it that use the variable show new
// results, in the page and in the saved notebook. After a reload of the page they are stale.
func checkReactive(t *testing.T, f frontEnd) {
	if err := livecells.Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	checkout := must.Of(lab.FindCheckout(".")).In(t)
	text := must.Of(os.ReadFile(filepath.Join(checkout, "notebooks", "pages", "reactive.ipynb"))).In(t)
	must.Do(t, os.WriteFile(filepath.Join(f.dir, "reactive.ipynb"), text, 0o600))
	ctx, cancel := context.WithTimeout(browser(t), limit)
	defer cancel()
	p := page{t, ctx, "reactive.ipynb"}
	p.open(f)
	p.runAll()
	p.reports(fitCell, "true slope: 2.00")
	p.reports(staleCell, "no cell is stale")
	p.screenshot("all")
	if out := os.Getenv("IGBOLAB_REACTIVE"); out != "" { // saves the notebook for inspection
		p.until("the notebook is saved", time.Minute, panel+`.context.save().then(() => true)`)
		must.Do(t, os.WriteFile(out, must.Of(os.ReadFile(filepath.Join(f.dir, "reactive.ipynb"))).In(t), 0o644))
	}
	p.runAll() // queued cells are not stale
	p.reports(staleCell, "no cell is stale")
	if outputs := eval[string](p, `JSON.stringify(`+panel+`.content.model.sharedModel.cells.map(c => c.toJSON().outputs))`); strings.Contains(outputs, "used an earlier version") {
		t.Error(outputs)
	}
	p.write(slopeCell, "slope := -3.0")
	p.run(slopeCell)
	p.reports(fitCell, "true slope: -3.00")
	p.reports(errorCell, "noise: 1.50")
	p.run(staleCell)
	p.reports(staleCell, "no cell is stale")
	p.screenshot("changed")
	p.until("the notebook is saved", time.Minute, panel+`.context.save().then(() => true)`)
	p.reload()
	p.write(slopeCell, "slope := 5.0")
	p.run(slopeCell)
	p.reports(slopeCell, "used an earlier version of slope")
	p.run(staleCell)
	p.reports(staleCell, "reloaded")
	p.reports(fitCell, "true slope: -3.00")
}

// reload reloads the page. The kernel continues.
func (p page) reload() {
	p.t.Helper()
	must.Do(p.t, chromedp.Run(p.ctx, chromedp.Reload()))
	p.until("the kernel of before", time.Minute, `(w => w?.sessionContext?.session?.kernel?.connectionStatus === "connected" && w.content.widgets.length > 0)(`+panel+`)`)
}

// write replaces the text of a cell.
func (p page) write(cell int, code string) {
	p.t.Helper()
	eval[bool](p, `(c => { c.setSource(`+string(mustJSON(p.t, code))+`); return true; })(`+panel+`.content.model.sharedModel.cells[`+string(mustJSON(p.t, cell))+`])`)
}
