package proxy

import (
	"encoding/json"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/page"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
	"github.com/igbolab/igbolab/plots/inline/widget"
)

// comm passes a message of a comm on, between busy and idle. A comm without a handler here is closed.
func (p *proxy) comm(m incoming) {
	p.between(m, func() {
		var comm struct {
			ID     string `json:"comm_id"`
			Target string `json:"target_name"`
		}
		_ = json.Unmarshal(m.Content, &comm) // a comm without a target has no handler
		if m.Header.Type == "comm_open" && comm.Target != page.Target {
			p.publish(m.Message, "comm_close", map[string]any{"comm_id": comm.ID, "data": struct{}{}})
			return
		}
		p.follow(m.Message)
		p.statefulSession.page.Heard(m.Header.Type, m.Content)
		p.programs.forward(m)
	})
}

// commInfo lists the open comms, because the engine does not report them.
func (p *proxy) commInfo(m incoming) {
	var asked struct {
		Target *string `json:"target_name"`
	}
	_ = json.Unmarshal(m.Content, &asked) // without a target, all are listed
	open := map[string]any{}
	for id := range p.widgets.open {
		if asked.Target == nil || *asked.Target == widget.Target {
			open[id] = map[string]string{"target_name": widget.Target}
		}
	}
	for id, target := range p.comms {
		if asked.Target == nil || *asked.Target == target {
			open[id] = map[string]string{"target_name": target}
		}
	}
	p.answered(m, "comm_info_reply", map[string]any{"status": "ok", "comms": open})
}

// follow records which comms are open.
func (p *proxy) follow(m *wire.Message) {
	var comm struct {
		ID     string `json:"comm_id"`
		Target string `json:"target_name"`
	}
	if json.Unmarshal(m.Content, &comm) != nil || comm.ID == "" {
		return
	}
	switch m.Header.Type {
	case "comm_open":
		p.comms[comm.ID] = comm.Target
	case "comm_close":
		delete(p.comms, comm.ID)
	}
}
