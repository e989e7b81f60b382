package proxy

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
)

// reactiveLimit is the maximum duration of the previous run of a cell that runs again automatically.
const reactiveLimit = 10 * time.Second

// wave holds the cells that run again after a cell has changed something that they use.
type wave struct {
	on      bool                // whether cells are reactive
	page    string              // the session of the front end whose cell ran last
	pending map[*staleness]bool // cells that will run
	done    map[*staleness]bool // cells that have run
}

// start begins a wave with a cell that the user ran.
func (w *wave) start() { w.pending, w.done = map[*staleness]bool{}, map[*staleness]bool{} }

// ran records that a cell has run, and which other cells became stale.
func (w *wave) ran(c *staleness, found map[*staleness][]string) {
	delete(w.pending, c)
	if !w.on || w.done == nil {
		return
	}
	w.done[c] = true
	for r := range found {
		if !w.done[r] {
			w.pending[r] = true
		}
	}
}

func (w *wave) has(r *staleness) bool { return w.pending[r] }

// reacts reports whether other cells run again after a cell.
func (p *proxy) reacts(c *cell) bool {
	return p.wave.on && p.persists() && (c.again || !c.failed && !c.interrupted)
}

// unfit returns why a stale cell does not run again automatically. It returns "" if it runs once everything that it uses is current.
func (p *proxy) unfit(r *staleness) string {
	if why := p.alone(r); why != "" {
		return why
	}
	above := r.ancestors()
	for _, a := range p.depend.sorted() {
		switch {
		case !above[a]:
		case a.failed:
			return a.label() + " failed"
		case len(a.stale) > 0 && p.alone(a) != "":
			return "run " + a.label() + " first"
		}
	}
	return ""
}

// alone returns why a stale cell does not run again automatically, regardless of other cells.
func (p *proxy) alone(r *staleness) string {
	switch page := p.wave.page; {
	case r.ancestors()[r]:
		return "it depends on itself through other cells: run it yourself"
	case r.took > reactiveLimit:
		return fmt.Sprintf("it ran for %v, which is too long for an automatic run: run it yourself", rounded(r.took))
	case page != "" && r.request.Header.Session != page:
		return "the page was reloaded since it ran: run it yourself"
	}
	return ""
}

// react runs the next cell of the wave, before all waiting cells.
func (p *proxy) react(c *cell) {
	if c.own {
		return
	}
	if !p.reacts(c) || c.interrupted {
		p.wave.start()
		return
	}
	for _, r := range p.depend.sorted() {
		if p.wave.pending[r] && p.runsNext(r) {
			p.again(r)
			return
		}
	}
	p.wave.start()
}

// runsNext reports whether a pending cell can run now.
func (p *proxy) runsNext(r *staleness) bool {
	if p.waits(r) || p.unfit(r) != "" {
		return false
	}
	for a := range r.ancestors() {
		if len(a.stale) > 0 {
			return false
		}
	}
	return true
}

// again queues a cell that ran before. Its outputs belong to its last request, so a page shows them below the cell.
func (p *proxy) again(r *staleness) {
	m := *r.request.Message
	c := &cell{incoming: incoming{r.request.channel, r.request.id, &m}, request: executeRequest{Stop: false}, again: true, number: r.number, arrived: time.Now()}
	_ = json.Unmarshal(m.Content, &c.request) // it could be decoded before
	c.request.Code, c.request.History, c.request.Stop = r.code, false, false
	p.queue = append([]*cell{c}, p.queue...)
}

// switchReactive runs %reactive.
func (p *proxy) switchReactive(c *cell, words []string) *failure {
	_, refused := requires[executor.Dependencies](p, "%reactive on")
	switch asked := strings.Join(words, " "); {
	case asked == "off":
		p.wave = wave{}
	case asked == "on" && refused != nil:
		return refused
	case asked == "on":
		if p.wave.on = true; c.metadata().Cell == "" {
			p.say(c, "stderr", "[this front end does not identify cells, so no cell reruns automatically]\n")
		}
	case asked != "":
		return refusal(fmt.Sprintf("%%reactive must be followed by on or off, got %q", asked))
	}
	state := "cells run only if you run them; with %reactive on, a cell that changes something also reruns the cells that use it"
	if p.wave.on {
		state = "if a cell changes something, the cells that use it run again automatically; %reactive off turns this off"
	}
	p.say(c, "stdout", state+"\n")
	return nil
}
