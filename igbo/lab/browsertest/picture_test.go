//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// pictured is the notebook in the picture of the lab.
const pictured = "03_clt_dag.ipynb"

// TestPicture makes the picture of the lab in the documentation: a notebook at its first live slider. It writes the file that
// IGBOLAB_PICTURE names (notebooks/images/lab.png in the documentation). The file contains the text of the cell in the picture, so a test
// of the documentation can detect an outdated picture.
func TestPicture(t *testing.T) {
	f := startFrontEnd(t)
	ctx, cancel := context.WithTimeout(browser(t), limit)
	defer cancel()
	p := page{t, ctx, pictured}
	must.Do(t, chromedp.Run(ctx, chromedp.EmulateViewport(1280, 900)))
	p.open(f)
	cell := eval[[]int](p, sliderCells)[0]
	p.start("notebook:run-all-above", cell)
	p.until("the end of the cells above", limit, "window.igboDone")
	p.start("notebook:run-cell", cell)
	p.until("a live slider", time.Minute, live+".length > 0")
	p.until("its drawing", time.Minute, `!!`+live+`[0].closest(".jp-Cell").querySelector(".jp-OutputArea svg text")`)
	source := eval[string](p, fmt.Sprintf(`(() => { const w = %s; w.content.widgets[%d].node.scrollIntoView({block: "start"});
		return w.content.model.sharedModel.cells[%d].getSource(); })()`, panel, cell, cell))
	time.Sleep(time.Second) // JupyterLab renders what came into view
	var picture []byte
	must.Do(t, chromedp.Run(ctx, chromedp.CaptureScreenshot(&picture)))
	p.done()
	if file := os.Getenv("IGBOLAB_PICTURE"); file != "" {
		must.Do(t, os.WriteFile(file, showing(picture, source), 0o644))
	}
}

// showing inserts a text into a PNG after its header.
func showing(png []byte, text string) []byte {
	const header = 8 + 25
	return slices.Concat(png[:header], chunk("iTXt", append([]byte("shows\x00\x00\x00\x00\x00"), text...)), png[header:])
}
