package proxy

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// ownID is the identity of the proxy for the engine.
const ownID = "igbolab"

// startEngine runs the engine, and connects to it once it listens.
func (p *proxy) startEngine() error {
	c, path, err := engineConnection(p.Connection, p.session)
	if err != nil {
		return err
	}
	p.programs.key = []byte(c.Key)
	argv, environment := p.Engine(path)
	if environment == nil {
		environment = os.Environ()
	}
	temp := p.session.Temp
	environment = append(slices.Clip(environment), "TMPDIR="+temp, "TMP="+temp, "TEMP="+temp)
	if err := p.session.Start(procgroup.Command{Argv: argv, Env: environment, Stdout: p.Log, Stderr: p.Log}); err != nil {
		return fmt.Errorf("proxy: starting the engine: %w", err)
	}
	go p.connect(c)
	return nil
}

// connect tries until the engine listens, and handles its messages one after another.
func (p *proxy) connect(c wire.Connection) {
	e := p.programs
	var links [3]*wire.Link
	for i, port := range []int{c.ShellPort, c.StdinPort, c.IOPubPort} {
		var err error
		if links[i], err = wire.DialPatiently(p.over, c, port, ownID); err != nil {
			return
		}
	}
	p.events <- func() {
		e.shell, e.stdin, e.publish = links[0], links[1], links[2]
		go e.listen(links[0], false, e.replied)
		go e.listen(links[1], false, e.prompted)
		go e.listen(links[2], true, e.published)
		p.greet()
	}
}

// listen handles the engine's messages in order. If outputs is set, they are outputs of cells, whose rate is limited.
func (e *programs) listen(l *wire.Link, outputs bool, handle func(*wire.Message)) {
	for {
		frames, _, err := l.Receive()
		if err != nil {
			return // the session reports the end of the engine
		}
		if outputs {
			if e.pace(frames); e.skipping.Load() && superfluous(frames) {
				continue
			}
		}
		m, err := wire.Decode(frames, nil) // no other process can reach its sockets
		if err != nil {
			e.post(func() { e.complain("dropping an unreadable message of the engine: %v", err) })
			continue
		}
		e.post(func() { handle(m) })
	}
}

// greet requests the engine's information repeatedly until its outputs arrive too, because a subscription can reach it later than a
// request.
func (p *proxy) greet() {
	if p.finished || p.programs.ready {
		return
	}
	p.programs.ask("kernel_info_request")
	time.AfterFunc(20*time.Millisecond, func() { p.events <- p.greet })
}

// ask sends the engine a request without content.
func (e *programs) ask(kind string) {
	if m, err := wire.NewMessage(kind, ownID, nil, struct{}{}); err == nil {
		e.shell.Send(wire.Encode(m, e.key))
	}
}

// ready answers the requests that have waited for the engine, and runs the silent cells in it.
func (p *proxy) ready() {
	var err error
	if p.info, err = p.kernelInfo(); err != nil {
		p.complain("%v", err)
		p.info = json.RawMessage("{}")
	}
	first := []*cell{own("%noautoget")}
	if len(p.modules) > 0 { // the notebook's required modules
		first = append(first, own(fetches+strings.Join(p.modules, " ")))
	}
	p.queue = append(first, p.queue...)
	for _, request := range p.asking {
		p.shell(request)
	}
	p.asking = nil
	p.next()
}

// own returns an internal cell of the proxy: a line for the engine that front ends do not see.
func own(line string) *cell {
	return &cell{incoming: incoming{Message: &wire.Message{}}, request: executeRequest{Code: line, Silent: true}, own: true}
}

// engage runs code or a line with the engine as a step of a cell, and calls then with the result.
func (p *proxy) engage(c *cell, code string, then func(executor.Result)) {
	p.execute(c, p.programs, executor.Cell{Code: code}, p.outputOf(c), func(r executor.Result, _ error) { then(r) })
}

// engaged ends a step that the engine ran.
func (p *proxy) engaged(c *cell) func(executor.Result) {
	return func(r executor.Result) { p.close(c, p.programFailure(c, r)) }
}

// quietly runs a line with the engine as a step of a cell, without its output, and calls then with the result.
func (p *proxy) quietly(c *cell, line string, then func(executor.Result)) {
	p.execute(c, p.programs, executor.Cell{Code: line}, executor.Discard{}, func(r executor.Result, _ error) { then(r) })
}

// programFailure returns why a program of the engine failed, or nil if it did not fail or was ended.
func (p *proxy) programFailure(c *cell, r executor.Result) *failure {
	switch {
	case r.End != executor.Failed || c.interrupted || c.cause != nil:
		return nil
	case explain.IsExit(r.Text):
		return new(p.explainExit(c, r.Text))
	}
	return new(p.explainCompile(r.Text, r.Hints))
}
