package inline

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/signal"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
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
// seconds, it shows Frames at once.
func Slider(label string, values []float64, draw Draw, opts ...FrameOption) error {
	frames, err := Frames(label, values, draw, opts...)
	if err != nil {
		return err
	}
	return frames.present(opts)
}

// present shows the frames, live where the page can follow them.
func (f *FrameSet) present(opts []FrameOption) error {
	s := defaultFrameSettings()
	for _, opt := range opts {
		opt(&s)
	}
	living := os.Getenv(livingEnv) != ""
	if !gonbui.IsNotebook || !followed(os.Getenv) || !living && waiting(os.Getenv) {
		return Show(f)
	}
	if living {
		return f.beside(s)
	}
	return f.live(s)
}

// beside puts the controls there, and follows them beside what comes next.
func (f *FrameSet) beside(s frameSettings) error {
	block, figureBlock := "plots-controls-"+gonbui.UniqueId(), "plots-figure-"+gonbui.UniqueId()
	built := make(chan *controls, 1)
	go func() { built <- newControls(block, f) }()
	select {
	case c := <-built:
		if err := f.redraw(figureBlock, f.start); err != nil {
			return err
		}
		go func() {
			err := c.followed(figureBlock, f, s.timeout)
			gonbui.UpdateHTML(block, "")
			if err = errors.Join(err, send(f, figureBlock)); err != nil {
				gonbui.UpdateHTML(figureBlock, errorBox(err))
			}
		}()
		return nil
	case <-time.After(s.connect):
		gonbui.UpdateHTML(block, "")
		return send(f, figureBlock)
	}
}

// live runs until an end, then leaves the frames.
func (f *FrameSet) live(s frameSettings) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go watch(ctx, cancel)
	block, figureBlock := "plots-controls-"+gonbui.UniqueId(), "plots-figure-"+gonbui.UniqueId()
	built := make(chan *controls, 1)
	go func() { built <- newControls(block, f) }()
	var failure error
	select {
	case c := <-built:
		failure = c.follow(ctx, figureBlock, f, s.timeout)
	case <-time.After(s.connect):
	case <-ctx.Done():
	}
	gonbui.UpdateHTML(block, "")
	return errors.Join(failure, send(f, figureBlock))
}

// followed follows beside other cells, of which a panic here would end one: it is an error.
func (c *controls) followed(figureBlock string, frames *FrameSet, timeout time.Duration) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("inline: %s: panic: %v", frames.label, r)
		}
	}()
	return c.follow(context.Background(), figureBlock, frames, timeout)
}

// follow draws the figure for every move until the end.
func (c *controls) follow(ctx context.Context, figureBlock string, frames *FrameSet, timeout time.Duration) error {
	at := frames.start
	for {
		if at >= 0 && at < len(frames.texts) {
			if err := frames.redraw(figureBlock, at); err != nil {
				return err
			}
		}
		select {
		case at = <-c.moves:
		case <-c.done:
			return nil
		case <-ctx.Done():
			return nil
		case <-time.After(timeout):
			return nil
		}
	}
}

// redraw replaces the figure in the notebook.
func (f *FrameSet) redraw(figureBlock string, at int) error {
	_, svg, err := f.frame(at)
	if err != nil {
		return err
	}
	gonbui.UpdateHTML(figureBlock, fmt.Sprintf(
		`<div style="font:14px Arial,Helvetica,sans-serif">%s = %s</div>%s`,
		html.EscapeString(f.label), html.EscapeString(f.texts[at]), svgElement(svg)))
	return gonbui.Error()
}
