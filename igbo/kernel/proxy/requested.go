package proxy

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// shell handles messages of the channel shell.
func (p *proxy) shell(m incoming) {
	switch m.Header.Type {
	case "execute_request":
		p.enqueue(m)
	case "kernel_info_request":
		if p.info == nil {
			p.asking = append(p.asking, m)
			return
		}
		p.answered(m, "kernel_info_reply", p.info)
	case "is_complete_request":
		p.isComplete(m)
	case "complete_request", "inspect_request":
		p.help(m)
	case "history_request":
		p.tellHistory(m)
	case "comm_info_request":
		p.commInfo(m)
	case "connect_request":
		p.tellPorts(m)
	case "comm_open", "comm_msg", "comm_close":
		if !p.widgets.heard(p, m) && !p.checks(m) {
			p.comm(m)
		}
	case "shutdown_request", "interrupt_request":
		p.control(m)
	default:
		p.refuse(m)
	}
}

// control handles messages of the channel control.
func (p *proxy) control(m incoming) {
	switch m.Header.Type {
	case "interrupt_request":
		p.interrupt()
		p.answered(m, "interrupt_reply", map[string]string{"status": "ok"})
	case "shutdown_request":
		var asked struct{ Restart bool }
		_ = json.Unmarshal(m.Content, &asked) // without the field it is not a restart
		content := map[string]any{"status": "ok", "restart": asked.Restart}
		p.between(m, func() {
			p.reply(m, "shutdown_reply", content)
			p.publish(m.Message, "shutdown_reply", content)
		})
		p.finish()
	case "kernel_info_request", "is_complete_request", "comm_info_request", "history_request":
		p.shell(m)
	case "debug_request":
		p.debugged(m)
	default:
		p.refuse(m)
	}
}

// refuse replies to an unknown request, because a front end may wait for the reply.
func (p *proxy) refuse(m incoming) {
	name, isRequest := strings.CutSuffix(m.Header.Type, "_request")
	if !isRequest {
		return
	}
	p.answered(m, name+"_reply", map[string]any{
		"status": "error", "ename": "NotSupported", "evalue": m.Header.Type + " is not supported", "traceback": []string{},
	})
}

// forward sends a front end's message to the engine, whose reply will begin with the front end's identity.
func (e *programs) forward(m incoming) {
	if e.shell == nil {
		return // the engine is not ready, and no cell has made a request
	}
	out := *m.Message
	out.Identities = slices.Concat([][]byte{[]byte(m.id)}, m.Identities)
	e.shell.Send(wire.Encode(&out, e.key))
}

// isComplete replies to a console that asks whether to run a cell or to read on.
func (p *proxy) isComplete(m incoming) {
	var asked struct{ Code string }
	if err := json.Unmarshal(m.Content, &asked); err != nil {
		p.answered(m, "is_complete_reply", map[string]string{"status": "unknown"})
		return
	}
	p.answered(m, "is_complete_reply", complete.IsComplete(asked.Code))
}
