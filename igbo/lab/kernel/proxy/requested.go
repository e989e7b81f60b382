package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/required"
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
		p.living.page.Heard(m.Header.Type, m.Content)
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

// require takes %require MODULE@VERSION …: the engine fetches them, and they are kept for the notebook once it has. Without
// a module it tells which there are; none forgets them. True: the cell is done with.
func (p *proxy) require(c *cell, words []string) bool {
	if len(words) == 0 || len(words) == 1 && words[0] == "none" {
		p.begin(c)
		if len(words) == 1 {
			if err := required.Keep(nil); err != nil {
				p.close(c, refusal(err.Error()))
				return true
			}
		}
		text := "this notebook requires no module of its own\n"
		if all := required.Modules(); len(all) > 0 {
			text = "this notebook requires " + strings.Join(all, ", ") + "; %require none forgets that from the next start on\n"
		}
		p.say(c, "stdout", text)
		p.close(c, nil)
		return true
	}
	for _, w := range words {
		if !required.Module.MatchString(w) {
			p.begin(c)
			p.close(c, refusal(fmt.Sprintf("%%require got %q, expected MODULE@VERSION, such as example.org/module@v1.2.3", w)))
			return true
		}
	}
	c.required = words
	c.request.Code = fetches + strings.Join(words, " ") + " && touch '" + p.fetchedFile() + "'"
	return false
}

// fetchedFile is there once modules were fetched: the engine does not tell whether a command has failed.
func (p *proxy) fetchedFile() string { return filepath.Join(p.session.Folder, "fetched") }

// fetches begins a line with which the engine fetches modules.
const fetches = "!*go get "

// tellLinked says which of the modules that a cell has fetched are linked into the living process in another version: that one stays.
func (p *proxy) tellLinked(c *cell) {
	if !p.Living.On || c.own || c.failed {
		return
	}
	for line := range strings.Lines(c.request.Code) {
		words, is := strings.CutPrefix(line, fetches)
		if !is {
			continue
		}
		for _, w := range strings.Fields(words) {
			module, version, _ := strings.Cut(w, "@")
			if !required.Module.MatchString(w) {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), linkedLimit)
			linked := p.Living.Made.Linked(ctx, module)
			cancel()
			if linked != "" && linked != version {
				p.say(c, "stderr", fmt.Sprintf("[living cells keep %s %s, which is linked into their process; cells behind %%live off have %s]\n", module, linked, version))
			}
		}
	}
}

// linkedLimit bounds how long the go command may look for a version.
const linkedLimit = 5 * time.Second

// concludeRequired keeps what was fetched.
func (p *proxy) concludeRequired(c *cell) {
	if c.required == nil || c.failed {
		return
	}
	if os.Remove(p.fetchedFile()) != nil {
		c.fault, c.failed = refusal("not fetched: "+strings.Join(c.required, ", ")), true
		return
	}
	module := func(m string) string { return m[:strings.IndexByte(m, '@')] }
	kept := slices.DeleteFunc(required.Modules(), func(m string) bool {
		return slices.ContainsFunc(c.required, func(n string) bool { return module(m) == module(n) })
	})
	if err := required.Keep(append(kept, c.required...)); err != nil {
		p.say(c, "stderr", fmt.Sprintf("[not kept for the next start: %v]\n", err))
		return
	}
	p.say(c, "stdout", "kept with this notebook: "+strings.Join(c.required, ", ")+"\n")
}
