package proxy

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// replied handles the engine's replies.
func (p *proxy) replied(m *wire.Message) {
	c := p.running
	switch {
	case p.info == nil && m.Header.Type == "kernel_info_reply":
		if p.engine.said = m.Content; p.engine.heard {
			p.ready(m.Content)
		}
		return
	case c != nil && m.Parent.ID == c.Header.ID && m.Header.Type == "execute_reply":
		p.end(c, m)
		return
	case m.Parent.ID == p.living.asked && p.living.asked != "":
		p.pageConnected(m)
		return
	case len(m.Identities) == 0:
		return // to the proxy itself
	}
	p.pass("shell", m)
}

// pass sends a reply of the engine to the front end whose identity it carries first.
func (p *proxy) pass(channel string, m *wire.Message) {
	out := *m
	to := string(m.Identities[0])
	out.Identities = slices.Clone(m.Identities[1:])
	p.hubs[channel].Send(to, p.encode(&out))
}

// end handles the reply to the cell that runs; it is passed on when its outputs have come.
func (p *proxy) end(c *cell, m *wire.Message) {
	c.reply = m
	var f failure
	_ = json.Unmarshal(m.Content, &f) // without a status it has failed
	if f.Status != "ok" {
		c.failed, c.raw = true, f
	}
	p.advance()
	if c.idle == nil && (c.interrupted || c.verdict != nil) {
		time.AfterFunc(lastWords, func() { p.urgent <- func() { p.cutShort(c) } })
	}
}

// lastWords is how long the outputs of a cell that was ended may take to arrive after the engine's reply.
const lastWords = 50 * time.Millisecond

// cutShort goes on without the rest of what a cell that was ended has printed; it may have printed for a long time.
func (p *proxy) cutShort(c *cell) {
	if p.running != c || c.idle != nil {
		return
	}
	if c.idle = p.idle(c); c.idle != nil {
		p.past = c.Header.ID
		p.advance()
	}
}

// prompted passes a cell's question on to the front end that sent the cell.
// A front end that said that it cannot be asked would let it wait for ever: the cell ends.
func (p *proxy) prompted(m *wire.Message) {
	if c := p.running; c != nil && m.Parent.ID == c.Header.ID && !c.request.Stdin {
		p.condemn(c, verdict{"InputNotSupported", "the cell asks for input, and this front end cannot be asked"})
		return
	}
	if len(m.Identities) > 0 {
		p.asked = time.Now()
		p.pass("stdin", m)
	}
}

// published handles the engine's outputs.
func (p *proxy) published(m *wire.Message) {
	if m.Parent.ID == p.living.asked && p.living.asked != "" {
		p.pageOutput(m)
		return
	}
	if p.info == nil || m.Parent.Session == ownID {
		p.ownOutput(m)
		return
	}
	c := p.running
	if p.past != "" && m.Parent.ID == p.past {
		return
	}
	if c == nil || m.Parent.ID != c.Header.ID {
		p.follow(m)
		p.show(m)
		return
	}
	switch m.Header.Type {
	case "status":
		if m.State() == "idle" {
			c.idle = m
			p.advance()
			return
		}
		if !c.begun {
			p.show(m)
		}
	case "execute_input":
		if !c.begun {
			p.renumber(m)
			p.show(m)
		}
	case "stream", "display_data", "execute_result", "update_display_data":
		p.output(c, m)
	case "error": // told at the end
	default:
		p.follow(m)
		p.show(m)
	}
}

// ownOutput handles what the engine says about the proxy's own requests.
func (p *proxy) ownOutput(m *wire.Message) {
	if m.Header.Type != "status" || m.State() != "idle" {
		return
	}
	if c := p.running; c != nil && c.own && m.Parent.ID == c.Header.ID {
		c.idle = m
		p.advance()
		return
	}
	p.engine.heard = true
	if p.info == nil && p.engine.said != nil {
		p.ready(p.engine.said)
	}
}

// conclude tells the front ends how a cell ended.
func (p *proxy) conclude(c *cell) {
	p.catchUp(c, true)
	p.concludeRequired(c)
	p.tellLinked(c)
	p.tellTime(c)
	if c.failed || c.interrupted || c.verdict != nil {
		f := p.explain(c)
		p.release(c)
		p.publish(c.Message, "error", f)
		p.fail(c, f)
	} else {
		p.release(c)
		p.learned(c)
	}
	p.renumber(c.reply)
	p.pass("shell", c.reply)
	p.show(c.idle)
}

// fail puts a failure into the engine's reply.
func (p *proxy) fail(c *cell, f failure) {
	c.failed = true
	var content map[string]any
	if json.Unmarshal(c.reply.Content, &content) != nil || content == nil {
		content = map[string]any{}
	}
	content["status"], content["ename"], content["evalue"], content["traceback"] = "error", f.Name, f.Value, f.Traceback
	delete(content, "user_expressions")
	if text, err := json.Marshal(content); err == nil {
		c.reply.Content = text
	}
}

// sweep ends what a cell has started and left behind.
func (p *proxy) sweep(c *cell) {
	if (time.Since(c.started) > numbersLast || pressure.StartedSince(c.first)) && len(p.others()) > 0 {
		p.killCell()
	}
}
