package proxy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/explain"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/page"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// lived tells how a living cell ended; one that cannot live is run as a program.
func (p *proxy) lived(c *cell, r live.Result, err error) {
	if p.running != c || p.finished {
		return
	}
	if foreign, is := errors.AsType[cells.Foreign](err); is && !c.interrupted {
		p.say(c, "stderr", fmt.Sprintf("[%s: this cell runs as a program, without living values]\n", foreign.Reason))
		c.lives, c.begun = false, true
		p.engage(c)
		return
	}
	for _, note := range r.Notes {
		p.say(c, "stderr", "["+note+"]\n")
	}
	p.close(c, p.livingFailure(c, r, err))
}

// close ends a cell that the engine has not seen, with a failure or nil.
func (p *proxy) close(c *cell, fault *failure) {
	c.fault, c.failed = fault, fault != nil
	content := map[string]any{"status": "ok", "execution_count": p.count, "user_expressions": struct{}{}, "payload": []any{}}
	reply, idle := p.message("execute_reply", c.Message, content), p.idle(c)
	if reply == nil || idle == nil {
		return
	}
	reply.Identities = append([][]byte{[]byte(c.id)}, c.Identities...)
	c.reply, c.idle = reply, idle
	p.advance()
}

// livingFailure is why a living cell failed; nil: it has not.
func (p *proxy) livingFailure(c *cell, r live.Result, err error) *failure {
	switch faults, is := errors.AsType[cells.Faults](err); {
	case is:
		faults = slices.Clone(faults)
		for i := range faults {
			faults[i].Text = p.withPlace(faults[i].Text, true)
		}
		return new(p.cells.Faults(faults))
	case c.interrupted && (err != nil || r.End != message.Done && r.End != live.Died):
		f := explain.Told(explain.Interrupted, "the cell was interrupted")
		if r.End == message.Abandoned {
			f.Traceback = append(f.Traceback, "it waited, and ends when it goes on; the values stay")
		} else if r.Text != "" {
			f.Traceback = append(f.Traceback, "it was within "+r.Text+"; a lock that was held there stays held: where a later cell hangs, %reset starts anew")
		}
		return &f
	case err != nil:
		return new(explain.Told(explain.CompileError, err.Error()))
	case r.End == message.Panicked:
		return new(p.cells.Panic(cells.Plain(r.Text)))
	case r.End == message.Exited && r.Code == 0:
		return nil
	case r.End == message.Exited:
		return new(p.explainExit(c, fmt.Sprintf("exit status %d", r.Code)))
	case r.End == live.Died || r.End == message.Refused:
		f := p.explainExit(c, "the living process has ended: "+r.Text)
		if len(r.Lost) > 0 {
			f.Traceback = append(f.Traceback, explain.Red+"lost with the process: "+strings.Join(r.Lost, ", ")+explain.Plain)
		}
		return &f
	}
	return nil
}

// bridge is the way between living cells and the notebook's page.
func (p *proxy) bridge() *page.Bridge {
	return &page.Bridge{
		Connect: p.connectPage,
		Publish: func(comm string, data map[string]any) {
			p.publish(p.living.last, "comm_msg", map[string]any{"comm_id": comm, "data": data})
		},
		Deliver: func(address string, value any) { p.living.session.Load().Deliver(address, value) },
		Process: func() int { return p.living.session.Load().PID() },
	}
}

// connectPage has the engine open its comm in the page, or see that it is open.
func (p *proxy) connectPage() {
	m := silent("%widgets")
	p.living.asked = m.Header.ID
	p.engine.shell.Send(wire.Encode(m, p.engine.key))
}

// pageOutput shows what the engine has the page run, as part of the living cell that wants to talk with it.
func (p *proxy) pageOutput(m *wire.Message) {
	switch m.Header.Type {
	case "display_data", "update_display_data", "comm_msg", "comm_close":
		p.publish(p.living.last, m.Header.Type, m.Content)
	}
}

// pageConnected goes on once the engine has done what it could.
func (p *proxy) pageConnected(m *wire.Message) {
	if m.Header.Type == "execute_reply" {
		p.living.asked = ""
		p.living.page.Connected()
	}
}
