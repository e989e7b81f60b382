package proxy

import (
	"encoding/json"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
	"github.com/igbolab/igbolab/plots/inline/widget"
)

// hand sends a message to the process, which will report when it has handled it. Other pages learn at once about the change.
func (w *widgets) hand(p *proxy, m incoming, c commContent, pid int) {
	text, err := json.Marshal(widget.Line{Kind: m.Header.Type, Comm: c.Comm, About: m.Header.ID, Data: c.Data, Buffers: m.Buffers})
	s := &p.statefulSession
	if err != nil || pid == 0 || pid != s.PID() {
		p.answeredWidget(m, w.nobody(p, m, c))
		return
	}
	p.status(m.Message, "busy")
	w.echo(p, m, c)
	if w.handed == nil {
		w.handed = map[string]handedOver{}
	}
	w.handed[m.Header.ID] = handedOver{m.Message, pid}
	if !s.Deliver(widget.LineAddress, string(text)) {
		w.done(p, m.Header.ID)
	}
}

// echo sends all pages the values that one of them has set.
func (w *widgets) echo(p *proxy, m incoming, c commContent) {
	var d map[string]json.RawMessage
	if m.Header.Type != "comm_msg" || json.Unmarshal(c.Data, &d) != nil || string(d["method"]) != `"update"` {
		return
	}
	d["method"] = json.RawMessage(`"echo_update"`)
	if echo := p.message("comm_msg", m.Message, map[string]any{"comm_id": c.Comm, "data": d}); echo != nil {
		echo.Buffers = m.Buffers
		p.show(echo)
	}
}

// nobody returns the answer to a page that requests states when no process has any, or nil.
func (w *widgets) nobody(p *proxy, m incoming, c commContent) *wire.Message {
	var d struct{ Method string }
	if json.Unmarshal(c.Data, &d) != nil || d.Method != "request_states" {
		return nil
	}
	return p.message("comm_msg", m.Message, map[string]any{"comm_id": c.Comm, "data": map[string]any{
		"method": "update_states", "states": struct{}{}, "buffer_paths": []any{},
	}})
}

// done tells pages that a message is handled. Otherwise a page sends no more values of the widget.
func (w *widgets) done(p *proxy, id string) {
	m, is := w.handed[id]
	if !is {
		return
	}
	delete(w.handed, id)
	p.idleAgain(m.Message)
}

// ended drops the data of a process that has ended.
func (w *widgets) ended(p *proxy, pid int) {
	for id, m := range w.handed {
		if m.pid == pid {
			w.done(p, id)
		}
	}
	for comm, of := range w.open {
		if of == pid {
			delete(w.open, comm)
		}
	}
}

// answeredWidget answers a message of a page that no process receives. The answer can be nil.
func (p *proxy) answeredWidget(m incoming, answer *wire.Message) {
	p.between(m, func() {
		if answer != nil {
			p.show(answer)
		}
	})
}
