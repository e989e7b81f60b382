package proxy

import (
	"context"
	"errors"
	"fmt"
)

// start runs a cell.
func (p *proxy) start(c *cell) {
	if c.own {
		p.engage(c, c.request.Code, p.engaged(c))
		return
	}
	p.remember(c)
	p.begin(c)
	if !c.again {
		p.wave.start()
		p.wave.page = c.Header.Session
	}
	p.sayWhy(c)
	if p.runner().pending(c.request.Code) {
		p.aside(c, func(context.Context) error { return nil }, func(err error) { p.prepared(c, err) })
		return
	}
	p.planned(c)
}

// prepared runs a cell after the process of stateful cells has started, or has failed to start.
func (p *proxy) prepared(c *cell, err error) {
	not, without := errors.AsType[unavailable](err)
	switch {
	case p.running != c:
	case c.interrupted || c.cause != nil:
		p.close(c, nil)
	case without:
		p.Stateful.Why, p.Stateful.On = not.error, false
		p.sayWhy(c)
		p.planned(c)
	case err != nil:
		p.close(c, refusal(err.Error()))
	default:
		p.planned(c)
	}
}

// planned runs the steps of a cell.
func (p *proxy) planned(c *cell) {
	p.drop(c)
	if fault := p.plan(c); fault != nil {
		c.steps = nil
		p.close(c, fault)
		return
	}
	p.proceed(c)
}

// sayWhy reports once why cells are not stateful.
func (p *proxy) sayWhy(c *cell) {
	if p.Stateful.Why != nil && !p.Stateful.reported {
		p.Stateful.reported = true
		p.say(c, "stderr", fmt.Sprintf("[variables do not persist between cells, because each cell runs as a separate program: %v]\n", p.Stateful.Why))
	}
}
