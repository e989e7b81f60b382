package proxy

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/required"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// engine is the proxy's side of the engine.
type engine struct {
	shell, stdin, publish *wire.Link
	said                  json.RawMessage // what it says of itself
	heard                 bool            // its outputs arrive
	key                   []byte
	pid                   int
	kept                  map[int]bool // the processes that are no cell's
}

// ownID is how the engine knows the proxy; those of the front ends follow it.
const ownID = "igbolab"

// startEngine runs the engine, and connects to it once it listens.
func (p *proxy) startEngine() error {
	c, path, err := engineConnection(p.Connection, p.session)
	if err != nil {
		return err
	}
	p.engine.key = []byte(c.Key)
	waiting := filepath.Join(p.session.Folder, "waiting")
	p.tellWaiting()
	command := p.Engine(path)
	if command.Env == nil {
		command.Env = os.Environ()
	}
	temp := p.session.Temp
	command.Env = append(command.Env[:len(command.Env):len(command.Env)], WaitingVariable+"="+waiting, "TMPDIR="+temp, "TMP="+temp, "TEMP="+temp)
	command.Stdout, command.Stderr = p.Log, p.Log
	if err := p.session.Start(command); err != nil {
		return fmt.Errorf("proxy: the engine does not start: %w", err)
	}
	go p.connect(c)
	return nil
}

// connect tries until the engine listens, and has what it says handled in turn.
func (p *proxy) connect(c wire.Connection) {
	var links [3]*wire.Link
	for i, port := range []int{c.ShellPort, c.StdinPort, c.IOPubPort} {
		var err error
		if links[i], err = wire.DialPatiently(p.over, c, port, ownID); err != nil {
			return
		}
	}
	p.events <- func() {
		p.engine.shell, p.engine.stdin, p.engine.publish = links[0], links[1], links[2]
		go p.listen(links[0], false, p.replied)
		go p.listen(links[1], false, p.prompted)
		go p.listen(links[2], true, p.published)
		p.greet()
	}
}

// listen has the engine's messages handled in turn; outputs tells whether they are those of cells, which are bounded.
func (p *proxy) listen(l *wire.Link, outputs bool, handle func(*wire.Message)) {
	for {
		frames, _, err := l.Receive()
		if err != nil {
			return // the session tells when the engine has died
		}
		if outputs {
			if p.pace(frames); p.skipping.Load() && superfluous(frames) {
				continue
			}
		}
		m, err := wire.Decode(frames, nil) // nobody else can reach its sockets
		if err != nil {
			p.events <- func() { p.complain("a message of the engine is dropped: %v", err) }
			continue
		}
		p.events <- func() { handle(m) }
	}
}

// greet asks the engine what it is, again until its outputs arrive too: a
// subscription may reach it later than a request.
func (p *proxy) greet() {
	if p.finished || p.info != nil {
		return
	}
	p.ask("kernel_info_request")
	time.AfterFunc(20*time.Millisecond, func() { p.events <- p.greet })
}

// ask sends the engine a request of the proxy's own that says no more than its type.
func (p *proxy) ask(kind string) {
	if m, err := wire.NewMessage(kind, ownID, nil, struct{}{}); err == nil {
		p.engine.shell.Send(wire.Encode(m, p.engine.key))
	}
}

// ready takes what the engine says of itself, and has it run the silent cell.
func (p *proxy) ready(content json.RawMessage) {
	p.info = improved(content)
	p.know()
	first := []*cell{{incoming: incoming{Message: silent("%noautoget")}, own: true}}
	if modules := required.Modules(); len(modules) > 0 { // what the notebook required before
		first = append(first, &cell{incoming: incoming{Message: silent(fetches + strings.Join(modules, " "))}, own: true})
	}
	p.queue = append(first, p.queue...)
	for _, request := range p.asking {
		p.shell(request)
	}
	p.asking = nil
	p.next()
}

// silent is the proxy's own request to run code, of which front ends learn nothing.
func silent(code string) *wire.Message {
	m, _ := wire.NewMessage("execute_request", ownID, nil, map[string]any{
		"code": code, "silent": true, "store_history": false, "user_expressions": struct{}{}, "allow_stdin": false, "stop_on_error": false,
	}) // JSON can say it
	return m
}

// improved adds what front ends read to highlight the language, where the engine leaves it empty.
func improved(content json.RawMessage) json.RawMessage {
	var info map[string]any
	if json.Unmarshal(content, &info) != nil {
		return content
	}
	language, _ := info["language_info"].(map[string]any)
	for name, value := range map[string]string{"pygments_lexer": "go", "codemirror_mode": "go", "nbconvert_exporter": ""} {
		if language == nil || language[name] != "" && language[name] != nil {
			continue
		}
		delete(language, name)
		if value != "" {
			language[name] = value
		}
	}
	if text, err := json.Marshal(info); err == nil {
		return text
	}
	return content
}
