package proxy

import (
	"encoding/json"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
)

const (
	// inputInterval is how often the proxy checks whether a cell waits for input. For a stateful cell it checks the process itself each
	// time. It checks processes that the cell started less often, because finding them takes longer.
	inputInterval = 100 * time.Millisecond
	childInterval = 10
	// endOfInput is what a console sends for the end of the input.
	endOfInput = "\x04"
)

// reader is the part of a cell that reads standard input.
type reader struct {
	looked time.Time
	waits  int  // consecutive checks in which it was waiting
	asked  bool // the front end has a question that it has not answered
}

// noInput ends a cell whose front end cannot ask the user.
var noInput = cause{"InputNotSupported", "the cell asks for input, but this front end cannot ask the user"}

// watchInput asks the front end for input if two consecutive checks found the cell waiting, and no input is pending.
func (p *proxy) watchInput(c *cell) {
	r := &c.reader
	if r.asked || time.Since(r.looked) < inputInterval {
		return
	}
	if r.looked = time.Now(); !c.on.Reads() {
		r.waits = 0
		return
	}
	if r.waits++; r.waits < 2 {
		return
	}
	r.waits = 0
	switch {
	case c.request.Stdin:
		p.askInput(c, "", c.password)
	case c.on.EndInput():
		p.say(c, "stderr", "[the cell reads its input, which is empty, because this front end cannot ask the user]\n")
	default:
		p.condemn(c, noInput)
	}
}

// askInput asks the front end of a cell.
func (p *proxy) askInput(c *cell, prompt string, password bool) {
	c.reader.asked = true
	p.reply(incoming{"stdin", c.id, c.Message}, "input_request", map[string]any{"prompt": prompt, "password": password})
}

func anyWaits(all []procgroup.Process, pipe string) bool {
	for _, q := range all {
		if !q.Ended && stdin.Waits(q.PID, pipe) {
			return true
		}
	}
	return false
}

// stdin gives a line of the user to the running cell.
func (p *proxy) stdin(m incoming) {
	c := p.running
	var answer struct{ Value string }
	err := json.Unmarshal(m.Content, &answer)
	if c == nil || !c.reader.asked || m.Header.Type != "input_reply" || err != nil {
		return
	}
	c.reader.asked = false
	if answer.Value != endOfInput {
		err = c.on.Input(answer.Value)
	} else if !c.on.EndInput() {
		p.condemn(c, cause{"EndOfInput", "the input of the cell was closed"})
	}
	if err != nil {
		p.complain("%v", err)
	}
}
