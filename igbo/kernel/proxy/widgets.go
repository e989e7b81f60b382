package proxy

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
	"github.com/igbolab/igbolab/plots/inline/widget"
)

// widgets manages the comms of widgets, which connect pages and the process of stateful cells. The process holds the states; see
// [widget.Line].
type widgets struct {
	open    map[string]int        // comms of the process, with its process ID
	cells   map[string][]string   // comms that the last run of a cell opened
	control map[string]bool       // comms on which pages request states
	handed  map[string]handedOver // messages that the process is handling, by ID
}

// handedOver is a message of a page, and the ID of the process that received it.
type handedOver struct {
	*wire.Message
	pid int
}

// commContent holds the fields of a comm message that the proxy reads.
type commContent struct {
	Comm   string          `json:"comm_id"`
	Target string          `json:"target_name"`
	Data   json.RawMessage `json:"data"`
}

// say passes on what the process sends to pages.
func (w *widgets) say(p *proxy, text string) {
	var l widget.Line
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		p.complain("dropping a cell's message to a widget: %v", err)
		return
	}
	about := p.statefulSession.last
	if m, is := w.handed[l.About]; is {
		about = m.Message
	}
	if l.Kind == widget.Done {
		w.done(p, l.About)
		return
	}
	if about == nil {
		return
	}
	content := map[string]any{"comm_id": l.Comm, "data": l.Data}
	if l.Kind == "comm_open" {
		content["target_name"] = widget.Target
	}
	m := p.message(l.Kind, about, content)
	if m == nil {
		return
	}
	m.Buffers = l.Buffers
	switch l.Kind {
	case "comm_open":
		m.Metadata = json.RawMessage(`{"version":"2.1.0"}`)
		if w.open == nil {
			w.open, w.cells = map[string]int{}, map[string][]string{}
		}
		w.open[l.Comm] = p.statefulSession.PID()
		if id := metadataOf(about).Cell; id != "" {
			w.cells[id] = append(w.cells[id], l.Comm)
		}
	case "comm_close":
		delete(w.open, l.Comm)
	}
	p.show(m)
}

// replace closes the widgets of a cell that runs again, because its output, which showed them, is gone. Otherwise pages and notebooks would
// keep all of them.
func (w *widgets) replace(p *proxy, cell *wire.Message) {
	id := metadataOf(cell).Cell
	for _, comm := range w.cells[id] {
		if _, is := w.open[comm]; !is {
			continue
		}
		delete(w.open, comm)
		p.publish(cell, "comm_close", map[string]any{"comm_id": comm, "data": struct{}{}})
		if text, err := json.Marshal(widget.Line{Kind: "comm_close", Comm: comm}); err == nil {
			p.statefulSession.Deliver(widget.LineAddress, string(text)) // fails if the process has ended
		}
	}
	delete(w.cells, id)
}

// heard handles a message of a page, and reports whether it is about widgets.
func (w *widgets) heard(p *proxy, m incoming) bool {
	var c commContent
	if json.Unmarshal(m.Content, &c) != nil {
		return false
	}
	if m.Header.Type == "comm_open" && c.Target == widget.ControlTarget {
		if w.control == nil {
			w.control = map[string]bool{}
		}
		w.control[c.Comm] = true
		p.answeredWidget(m, nil)
		return true
	}
	pid, is := w.open[c.Comm]
	_, others := p.comms[c.Comm]
	switch {
	case w.control[c.Comm]:
		if pid = p.statefulSession.PID(); !slices.Contains(slices.Collect(maps.Values(w.open)), pid) {
			pid = 0 // a process without widgets does not answer
		}
		if m.Header.Type == "comm_close" {
			delete(w.control, c.Comm)
		}
	case !is && (others || !isWidget(c, m.Header.Type)):
		return false
	case m.Header.Type == "comm_close":
		delete(w.open, c.Comm)
	}
	w.hand(p, m, c, pid)
	return true
}

// isWidget reports whether a message is about a widget of a process that has ended.
func isWidget(c commContent, kind string) bool {
	var d struct {
		Method string `json:"method"`
		State  json.RawMessage
	}
	return kind == "comm_msg" && json.Unmarshal(c.Data, &d) == nil && (d.Method == "request_state" || d.Method == "update" && d.State != nil)
}
