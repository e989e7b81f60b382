package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// metadata is the metadata that front ends send with the request of a cell.
type metadata struct {
	Cell    string   `json:"cellId"`
	Deleted []string `json:"deletedCells"`
}

// metadata returns the metadata of the cell's request, or zero values if it is malformed.
func (c *cell) metadata() metadata { return metadataOf(c.Message) }

func metadataOf(request *wire.Message) (m metadata) {
	if json.Unmarshal(request.Metadata, &m) != nil {
		return metadata{}
	}
	return m
}

// traced records the effects of the parts of a cell that ran in the process on other cells.
type traced struct {
	effects []cells.Effect
	partly  bool // a part was not compiled, or may not have run
}

// trace records how a part of a cell ran.
func (p *proxy) trace(c *cell, r executor.Result, err error) {
	if r.End == executor.Died { // all values are lost
		p.depend.forget()
		c.traced = nil
		return
	}
	if _, is := errors.AsType[cells.Foreign](err); is { // the cell runs as a program
		c.traced = nil
		return
	}
	if c.traced == nil {
		c.traced = &traced{}
	}
	c.traced.effects = append(c.traced.effects, r.Effect)
	c.traced.partly = c.traced.partly || err != nil || c.interrupted
}

// tellStale records that a cell ran, and reports which other cells used something that it changed. Cells that wait to run, or run again at
// once, are not reported. Programs, silent cells and cells that the front end does not identify are ignored.
func (p *proxy) tellStale(c *cell) {
	name := c.metadata().Cell
	if name == "" || c.request.Silent {
		return
	}
	if c.traced == nil {
		p.depend.remove([]string{name})
		return
	}
	if !c.failed && !c.interrupted {
		p.statefulSession.Parts(name, c.parts)
	}
	effect := together(c.traced.effects)
	if c.traced.partly { // after a change of the others it may succeed
		code, _ := magic.Body(c.request.Code)
		code, _ = cells.WithoutCommands(code)
		effect.Reads = append(effect.Reads, cells.Unknown(code)...)
	}
	ran := staleness{name: name, number: p.count, request: c.incoming, code: c.request.Code, took: time.Since(c.started), failed: c.failed || c.interrupted}
	now, found := p.depend.ran(ran, effect, !c.traced.partly)
	p.wave.ran(now, found)
	for r := range found {
		if p.waits(r) || p.wave.has(r) && p.reacts(c) && p.unfit(r) == "" {
			delete(found, r)
		}
	}
	if text := usedText(found, effect); text != "" {
		p.say(c, "stderr", text)
	}
}

// waits reports whether a request to run a cell is queued.
func (p *proxy) waits(r *staleness) bool {
	return slices.ContainsFunc(p.queue, func(c *cell) bool { return !c.again && c.metadata().Cell == r.name })
}

// listStale runs %stale.
func (p *proxy) listStale(c *cell) {
	_, refused := requires[executor.Dependencies](p, "%stale")
	switch text := p.depend.text(func(r *staleness) string {
		if !p.wave.on {
			return ""
		}
		return p.unfit(r)
	}); {
	case refused != nil:
		p.close(c, refused)
	case c.metadata().Cell == "":
		p.close(c, refusal("%stale needs a front end that identifies cells, such as JupyterLab"))
	case text == "":
		p.tell(c, "no cell is stale\n")
	default:
		p.tell(c, text)
	}
}

// drop records which cells are no longer in the notebook. If cells are reactive, their declarations are removed too.
func (p *proxy) drop(c *cell) {
	deleted := c.metadata().Deleted
	if c.again || len(deleted) == 0 {
		return
	}
	for _, name := range deleted {
		p.statefulSession.Parts(name, 0)
	}
	keys := p.depend.remove(deleted)
	session, is := offers[executor.Dependencies](p)
	if len(keys) == 0 || !p.wave.on || !is {
		return
	}
	forget := func() {
		var r executor.Result
		c.untimed = true
		p.aside(c, func(ctx context.Context) (err error) {
			r, err = session.Forget(ctx, p.count, keys)
			return err
		}, func(err error) {
			if p.running == c && !p.finished {
				p.statefulEnded(c, "")(r, err)
			}
		})
	}
	c.steps = append([]func(){forget}, c.steps...)
}
