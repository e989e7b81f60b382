package inline

import (
	"fmt"
	"html"
	"time"
)

// frameSettings is what FrameOptions may change.
type frameSettings struct {
	start   *float64
	timeout time.Duration
	connect time.Duration
}

// defaultFrameSettings returns the defaults that Timeout documents.
func defaultFrameSettings() frameSettings {
	return frameSettings{timeout: 2 * time.Minute, connect: 10 * time.Second}
}

// Timeout sets how long a live slider may rest before it ends, by default two
// minutes. A live cell keeps later cells waiting.
func Timeout(rest time.Duration) FrameOption {
	return func(s *frameSettings) { s.timeout = rest }
}

// Slider shows a figure that follows a slider. Where the kernel and the page can
// follow it, it is live: every move draws the figure anew, until the button "Done" is
// pressed, the cell is interrupted, another cell waits to be run, or nothing has
// moved for the timeout; then Frames take its place, and the notebook keeps a slider
// that needs no kernel. So running all cells waits for no slider.
//
// Where values live from cell to cell the cell does not wait: it has ended once the slider is
// there, which follows until "Done" or the timeout, also while later cells run. What it draws
// with is then used beside them, as by any goroutine.
//
// It is live in JupyterLab and Notebook 7 on the kernel "Go (igbolab)", which says how
// many cells wait, while none does. Anywhere else (VS Code, a headless run, a kernel
// that does not say it, a plain program), and where the browser does not answer within ten
// seconds, it shows Frames at once. In a page of WebAssembly it draws nothing beforehand, returns, and
// follows for as long as the program is kept ([Park]).
func Slider(label string, values []float64, draw Draw, opts ...FrameOption) error {
	f, err := newFrames("Slider", label, values, draw, opts)
	if err != nil {
		return err
	}
	return f.present(opts)
}

// captioned is a frame below what it is drawn for.
func (f *FrameSet) captioned(at int, svg []byte) string {
	return fmt.Sprintf(`<div style="font:14px Arial,Helvetica,sans-serif">%s = %s</div>%s`,
		html.EscapeString(f.label), html.EscapeString(f.texts[at]), svgElement(svg))
}
