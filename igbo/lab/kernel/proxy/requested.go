package proxy

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// shell handles what front ends send on the channel shell.
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
		p.answered(m, "history_reply", map[string]any{"status": "ok", "history": []any{}})
	case "comm_info_request":
		p.commInfo(m)
	case "comm_open", "comm_msg", "comm_close":
		p.follow(m.Message)
		p.livingPage().Heard(m.Header.Type, m.Content)
		p.forward(p.engine.shell, m)
	case "shutdown_request", "interrupt_request":
		p.control(m)
	default:
		p.refuse(m)
	}
}

// control handles what front ends send on the channel control.
func (p *proxy) control(m incoming) {
	switch m.Header.Type {
	case "interrupt_request":
		p.interrupt()
		p.answered(m, "interrupt_reply", map[string]string{"status": "ok"})
	case "shutdown_request":
		var asked struct{ Restart bool }
		_ = json.Unmarshal(m.Content, &asked) // without the field it is no restart
		content := map[string]any{"status": "ok", "restart": asked.Restart}
		p.answered(m, "shutdown_reply", content)
		p.publish(m.Message, "shutdown_reply", content)
		p.finish()
	case "kernel_info_request", "is_complete_request", "comm_info_request", "history_request":
		p.shell(m)
	default:
		p.refuse(m)
	}
}

// refuse answers a request that neither the proxy nor the engine knows, so that nobody waits for it.
func (p *proxy) refuse(m incoming) {
	name, isRequest := strings.CutSuffix(m.Header.Type, "_request")
	if !isRequest {
		return
	}
	p.answered(m, name+"_reply", map[string]any{
		"status": "error", "ename": "NotSupported", "evalue": m.Header.Type + " is not supported", "traceback": []string{},
	})
}

// readyForAnswer is how long after its question the engine gets an answer at the earliest:
// it asks first, and only then notes who wants to know.
const readyForAnswer = 250 * time.Millisecond

// stdin passes a front end's answer to a cell on, not before the engine is ready for it.
func (p *proxy) stdin(m incoming) {
	pass := func() { p.forward(p.engine.stdin, m) }
	if early := readyForAnswer - time.Since(p.asked); early > 0 {
		time.AfterFunc(early, func() { p.urgent <- pass })
		return
	}
	pass()
}

// forward sends a front end's message to the engine, which will answer with the front end's identity in front.
func (p *proxy) forward(to *wire.Link, m incoming) {
	if to == nil {
		return // the engine is not ready, and no cell has asked for anything
	}
	out := *m.Message
	out.Identities = slices.Concat([][]byte{[]byte(m.id)}, m.Identities)
	to.Send(wire.Encode(&out, p.engine.key))
}

// isComplete answers a console that wants to know whether to run a cell, or to go on reading it.
func (p *proxy) isComplete(m incoming) {
	var asked struct{ Code string }
	if err := json.Unmarshal(m.Content, &asked); err != nil {
		p.answered(m, "is_complete_reply", map[string]string{"status": "unknown"})
		return
	}
	status, indent := complete.Status(asked.Code, p.Living.On)
	content := map[string]string{"status": status}
	if status == "incomplete" {
		content["indent"] = indent
	}
	p.answered(m, "is_complete_reply", content)
}

// commInfo lists the comms that are open, which the engine does not tell.
func (p *proxy) commInfo(m incoming) {
	var asked struct {
		Target *string `json:"target_name"`
	}
	_ = json.Unmarshal(m.Content, &asked) // without a target all are meant
	open := map[string]any{}
	for id, target := range p.comms {
		if asked.Target == nil || *asked.Target == target {
			open[id] = map[string]string{"target_name": target}
		}
	}
	p.answered(m, "comm_info_reply", map[string]any{"status": "ok", "comms": open})
}

// follow keeps account of the comms that are open.
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
