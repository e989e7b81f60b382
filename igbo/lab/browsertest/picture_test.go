//go:build browser

package browsertest

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// pictured is the notebook that the picture of the lab shows.
const pictured = "03_clt_dag.ipynb"

// TestPicture makes the picture of the lab that the documents show: a notebook at its first live slider. It is
// written to the file that IGBOLAB_PICTURE names, notebooks/images/lab.png for the documents, and has the text of the
// cell that it shows inside, by which a test of the documents knows when it is old.
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
	time.Sleep(time.Second) // JupyterLab lays out what came into view
	var picture []byte
	must.Do(t, chromedp.Run(ctx, chromedp.CaptureScreenshot(&picture)))
	p.done()
	if file := os.Getenv("IGBOLAB_PICTURE"); file != "" {
		must.Do(t, os.WriteFile(file, showing(picture, source), 0o644))
	}
}

// showing puts a text into a PNG, behind its header.
func showing(png []byte, text string) []byte {
	const header = 8 + 25
	body := append([]byte("iTXtshows\x00\x00\x00\x00\x00"), text...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-len("iTXt")))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	return slices.Concat(png[:header], chunk, png[header:])
}
