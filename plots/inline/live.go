//go:build !js

package inline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
)

// present shows the frames, live where the page can follow them.
func (f *FrameSet) present(opts []FrameOption) error {
	if err := f.render(); err != nil {
		return err
	}
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
	gonbui.UpdateHTML(figureBlock, f.captioned(at, svg))
	return gonbui.Error()
}
