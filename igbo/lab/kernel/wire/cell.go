package wire

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// cell is one execute request.
type cell struct {
	incoming
	own     bool // the proxy's own, of which front ends learn nothing
	request executeRequest
	started time.Time

	reply, idle *Message // what has come of its end
	replied     bool
	raw         *failure // what the engine said of its failure
	failed      bool
	interrupted bool
	verdict     *verdict // why the proxy ends it, where it does

	held          held
	sent, updated int                 // bytes of output, and of updates of what is displayed
	full          bool                // what more it says is dropped
	late          map[string]*Message // updates that wait, by what they update
	paused        []int               // its processes while they wait for what it sent to arrive

	threads      int // of the system when it began
	walked, over time.Time
}

// executeRequest is the content of one, complete: the engine takes every field for granted.
type executeRequest struct {
	Code        string          `json:"code"`
	Silent      bool            `json:"silent"`
	History     bool            `json:"store_history"`
	Expressions json.RawMessage `json:"user_expressions,omitempty"`
	Stdin       bool            `json:"allow_stdin"`
	Stop        bool            `json:"stop_on_error"`
}

// verdict is why the proxy ends a cell.
type verdict struct{ name, value string }

// enqueue takes an execute request; the engine gets one at a time.
func (p *proxy) enqueue(m incoming) {
	c := &cell{incoming: m, request: executeRequest{History: true, Stop: true}}
	if err := json.Unmarshal(m.Content, &c.request); err != nil {
		p.answered(m, "execute_reply", map[string]any{
			"status": "error", "ename": "BadRequest", "evalue": err.Error(), "traceback": []string{err.Error()},
		})
		return
	}
	c.request.History = c.request.History && !c.request.Silent
	p.queue = append(p.queue, c)
	p.next()
}

// next gives the engine the next cell, if it is free.
func (p *proxy) next() {
	if p.info != nil && p.running == nil && len(p.queue) > 0 && !p.finished {
		c := p.queue[0]
		p.queue = p.queue[1:]
		p.running, c.started = c, time.Now()
		p.skipping.Store(false)
		if c.request.History {
			p.count++
		}
		p.sources.add(p.count, c.request.Code)
		if content, err := json.Marshal(c.request); err == nil && !c.own {
			c.Content = content
		}
		p.tellWaiting()
		p.forward(p.engine.shell, c.incoming)
		return
	}
	p.tellWaiting()
}

// advance goes on to the next cell once the engine has said all about the one that
// runs: then it is known why it failed, and what it has started ends.
func (p *proxy) advance() {
	c := p.running
	if c == nil || c.reply == nil || c.idle == nil {
		return
	}
	p.running = nil
	if !c.own {
		p.conclude(c)
		p.sweep()
	}
	if c.interrupted || c.failed && c.request.Stop {
		p.abort()
	}
	p.next()
}

// conclude tells the front ends how a cell ended.
func (p *proxy) conclude(c *cell) {
	p.catchUp(c, true)
	if c.raw != nil || c.interrupted || c.verdict != nil {
		if c.raw == nil {
			c.raw = &failure{}
		}
		f := p.explain(c, *c.raw)
		p.release(c)
		p.publish(c.Message, "error", f)
		p.fail(c, f)
	} else {
		p.release(c)
	}
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
func (p *proxy) sweep() {
	if len(p.others()) > 0 {
		p.killCell()
	}
}

// abort tells the front ends that the cells that wait will not run.
func (p *proxy) abort() {
	waiting := p.queue
	p.queue = nil
	for _, c := range waiting {
		if c.own {
			p.queue = append(p.queue, c)
			continue
		}
		p.answered(c.incoming, "execute_reply", map[string]any{
			"status": "aborted", "ename": "Aborted", "evalue": "a cell before it failed, or was interrupted", "traceback": []string{},
		})
	}
	p.tellWaiting()
}

// tellWaiting writes how many cells wait into the file that cells know.
func (p *proxy) tellWaiting() {
	n := len(p.queue)
	if n == p.waiting {
		return
	}
	path := filepath.Join(p.session.Folder, "waiting")
	draft := path + ".draft"
	err := os.WriteFile(draft, []byte(strconv.Itoa(n)), 0o600)
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		p.complain("%v", err)
		return
	}
	p.waiting = n
}

// replied handles the engine's replies.
func (p *proxy) replied(m *Message, frames [][]byte) {
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
	case len(m.Identities) == 0:
		return // to the proxy itself
	}
	p.pass("shell", m)
}

// pass sends a reply of the engine to the front end whose identity it carries first.
func (p *proxy) pass(channel string, m *Message) {
	out := *m
	to := string(m.Identities[0])
	out.Identities = slices.Clone(m.Identities[1:])
	p.hubs[channel].send(to, Encode(&out, p.key))
}

// end handles the reply to the cell that runs; it is passed on when its outputs have come.
func (p *proxy) end(c *cell, m *Message) {
	c.reply, c.replied = m, true
	var f failure
	_ = json.Unmarshal(m.Content, &f) // without a status it has failed
	if f.Status != "ok" {
		c.failed, c.raw = true, &f
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
	idle, err := NewMessage("status", c.Header.Session, c.Message, map[string]string{"execution_state": "idle"})
	if err != nil {
		p.complain("%v", err)
		return
	}
	c.idle, p.past = idle, c.Header.ID
	p.advance()
}

// prompted passes a cell's question on to the front end that sent the cell.
// A front end that said that it cannot be asked would let it wait for ever: the cell ends.
func (p *proxy) prompted(m *Message, frames [][]byte) {
	if c := p.running; c != nil && m.Parent.ID == c.Header.ID && !c.request.Stdin {
		p.condemn(c, verdict{"InputNotSupported", "the cell asks for input, and this front end cannot be asked"})
		return
	}
	if len(m.Identities) > 0 {
		p.pass("stdin", m)
	}
}

// published handles the engine's outputs.
func (p *proxy) published(m *Message, frames [][]byte) {
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
		if stateOf(m) == "idle" {
			c.idle = m
			p.advance()
			return
		}
		p.show(m)
	case "stream", "display_data", "execute_result", "update_display_data":
		p.output(c, m)
	case "error": // told at the end
	default:
		p.follow(m)
		p.show(m)
	}
}

// ownOutput handles what the engine says about the proxy's own requests.
func (p *proxy) ownOutput(m *Message) {
	if m.Header.Type != "status" || stateOf(m) != "idle" {
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

func stateOf(m *Message) string {
	var s struct {
		State string `json:"execution_state"`
	}
	_ = json.Unmarshal(m.Content, &s) // a damaged one says nothing
	return s.State
}
