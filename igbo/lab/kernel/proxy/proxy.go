package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/explain"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

// watchInterval is how often the proxy looks at the cell that runs, and idleInterval how
// often, without one, whether Jupyter is still there.
const (
	watchInterval = 50 * time.Millisecond
	idleInterval  = 250 * time.Millisecond
)

// proxy is what Run runs. One goroutine handles all events, one after another, and
// alone touches the fields below events.
type proxy struct {
	Options
	connection wire.Connection
	key        []byte
	id         string       // of the kernel as a sender
	history    wire.History // of what front ends have sent
	session    *session.Session
	limit      int // bytes of output that a cell may send
	hubs       map[string]*wire.Hub
	events     chan func()
	urgent     chan func()     // events that come first
	over       context.Context // done when it is time to end
	stop       context.CancelFunc
	skipping   atomic.Bool  // the cell that runs has said too much
	flow       atomic.Int64 // bytes of the engine's outputs since the cell was last made to wait
	heard      atomic.Int64 // when the last of them came, in nanoseconds

	tick     *time.Ticker // when to look at the cell that runs
	engine   engine
	info     json.RawMessage // what the engine says of itself, once it is ready
	asking   []incoming      // requests that wait for info
	queue    []*cell         // execute requests that wait
	past     string          // the cell whose further outputs are dropped
	running  *cell           // the one that the engine has
	asked    time.Time       // when a cell last asked for input
	comms    map[string]string
	cells    explain.Cells
	count    int   // of cells, as front ends number them
	numbers  []int // those of cells that the engine has seen, in its order
	living   living
	reader   *complete.Reader
	waiting  int // as the file says
	parent   int // the process that started this one
	finished bool
}

// incoming is a message of a front end.
type incoming struct {
	channel, id string // where it came from, and from whom
	*wire.Message
}

func newProxy(c wire.Connection, o Options, s *session.Session) *proxy {
	p := &proxy{
		Options: o, connection: c, key: []byte(c.Key), id: wire.NewID(), session: s, hubs: map[string]*wire.Hub{},
		events: make(chan func(), 256), urgent: make(chan func(), 16), comms: map[string]string{},
		parent: os.Getppid(), waiting: -1, reader: &complete.Reader{Help: o.Help},
	}
	p.living.page, p.living.shown = p.bridge(), map[string]bool{}
	p.over, p.stop = context.WithCancel(context.Background())
	p.cells.Number, p.cells.Program = p.number, func(path string) []string {
		if !generatedPath.MatchString(path) {
			return nil
		}
		return p.program(filepath.Base(path))
	}
	return p
}

// bind opens the five sockets that the front ends know.
func (p *proxy) bind() error {
	c := p.connection
	for _, s := range []struct {
		name    string
		port    int
		receive func(h *wire.Hub, id string, frames [][]byte)
	}{
		{"shell", c.ShellPort, p.from("shell", p.shell)},
		{"control", c.ControlPort, p.from("control", p.control)},
		{"stdin", c.StdinPort, p.from("stdin", p.stdin)},
		{"iopub", c.IOPubPort, nil},
		{"heartbeat", c.HeartbeatPort, func(h *wire.Hub, id string, frames [][]byte) { h.Send(id, frames) }},
	} {
		h, err := wire.Listen(c, s.port, s.receive)
		if err != nil {
			return err
		}
		p.hubs[s.name] = h
	}
	return nil
}

func (p *proxy) unbind() error {
	for _, h := range p.hubs {
		h.Close()
	}
	if p.connection.Transport != "ipc" {
		return nil
	}
	left, _ := filepath.Glob(p.connection.IP + "-*")
	var err error
	for _, socket := range left {
		err = errors.Join(err, os.Remove(socket))
	}
	return err
}

// from checks what front ends send, and has it handled in turn.
func (p *proxy) from(channel string, handle func(incoming)) func(h *wire.Hub, id string, frames [][]byte) {
	return func(_ *wire.Hub, id string, frames [][]byte) {
		m, err := p.history.Decode(frames, p.key)
		if err != nil {
			p.events <- func() { p.complain("a message on the channel %s is dropped: %v", channel, err) }
			return
		}
		to := p.events
		if channel == "control" {
			to = p.urgent
		}
		to <- func() { handle(incoming{channel, id, m}) }
	}
}

func (p *proxy) complain(format string, args ...any) {
	fmt.Fprintf(p.Log, "proxy: "+format+"\n", args...)
}

// reply answers a request of a front end.
func (p *proxy) reply(to incoming, kind string, content any) {
	if m := p.message(kind, to.Message, content); m != nil {
		p.hubs[to.channel].Send(to.id, p.encode(m))
	}
}

// message is one about a request, nil where JSON cannot say its content.
func (p *proxy) message(kind string, about *wire.Message, content any) *wire.Message {
	m, err := wire.NewMessage(kind, p.id, about, content)
	if err != nil {
		p.complain("%s: %v", kind, err)
		return nil
	}
	return m
}

// idle is the message that a cell has ended.
func (p *proxy) idle(c *cell) *wire.Message {
	return p.message("status", c.Message, map[string]string{"execution_state": "idle"})
}

// publish tells all front ends, about a request where there is one.
func (p *proxy) publish(about *wire.Message, kind string, content any) {
	if m := p.message(kind, about, content); m != nil {
		p.show(m)
	}
}

// encode writes a message for front ends. All that a kernel sends is of one session, its own: a front end takes what is of another for
// words of a kernel before this one. JupyterLab then opens no comm.
func (p *proxy) encode(m *wire.Message) [][]byte { return wire.Encode(m.Of(p.id), p.key) }

func (p *proxy) status(about *wire.Message, state string) {
	p.publish(about, "status", map[string]string{"execution_state": state})
}

// answered answers a request that the engine does not see, between busy and idle. Front
// ends take the last state for the kernel's: where a cell runs, it is still busy.
func (p *proxy) answered(to incoming, kind string, content any) {
	p.status(to.Message, "busy")
	p.reply(to, kind, content)
	p.status(to.Message, "idle")
	if c := p.running; c != nil && !c.own {
		p.status(c.Message, "busy")
	}
}

// finish ends the proxy: what it has said is sent, and what runs gets a moment to end by itself.
func (p *proxy) finish() {
	if p.finished {
		return
	}
	p.finished = true
	p.abort()
	for _, h := range p.hubs {
		h.Flush(100 * time.Millisecond)
	}
	p.stop()
	p.living.session.Load().Close()
}

// orphaned tells that the process that started this one has died.
func (p *proxy) orphaned() bool { return p.parent > 1 && os.Getppid() != p.parent }
