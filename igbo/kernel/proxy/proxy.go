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

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/required"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// watchInterval is how often the proxy checks the running cell, and idleInterval how often, without one, it checks whether
// Jupyter still runs.
const (
	watchInterval = 50 * time.Millisecond
	idleInterval  = 250 * time.Millisecond
)

// proxy is the state of Run. One goroutine handles all events, one after another, and only this goroutine uses the fields below
// events.
type proxy struct {
	Options
	connection wire.Connection
	key        []byte
	id         string       // the kernel's ID as a sender
	history    wire.History // messages that front ends have sent
	session    *procgroup.Session
	limit      int // limit of a cell's output in bytes
	hubs       map[string]*wire.Hub
	events     chan func()
	urgent     chan func()     // events that are handled first
	over       context.Context // done when the proxy must end
	stop       context.CancelFunc

	tick            *time.Ticker // when to check the running cell
	programs        *programs
	info            json.RawMessage        // the engine's description of itself, once it is ready
	asking          []incoming             // requests that wait for info
	queue           []*cell                // execute requests that wait
	dir             atomic.Pointer[string] // the working directory of cells
	env             []string               // variables set by %env
	goflags         string                 // GOFLAGS of programs
	past            memory                 // the cells so far
	running         *cell
	failed          failedCell // the last cell, if it failed
	comms           map[string]string
	cells           explain.Cells
	count           int // front ends' number of the running or last cell
	last            int // number of cells that front ends have counted
	depend          dependencies
	wave            wave
	questions       map[string]func() // checks that wait for the end of a cell, by their comms
	statefulSession statefulSession
	debug           debug
	widgets         widgets
	modules         []string // modules that the notebook requires, as MODULE@VERSION
	reader          *complete.Reader
	parent          int // the process that started this one
	finished        bool
}

// incoming is a message of a front end.
type incoming struct {
	channel, id string // the channel and the sender
	*wire.Message
}

func newProxy(c wire.Connection, o Options, s *procgroup.Session) *proxy {
	p := &proxy{
		Options: o, connection: c, key: []byte(c.Key), id: wire.NewID(), session: s, hubs: map[string]*wire.Hub{},
		events: make(chan func(), 256), urgent: make(chan func(), 16), comms: map[string]string{},
		parent: os.Getppid(), reader: &complete.Reader{Help: o.Help, Modules: required.Paths}, modules: required.Modules(),
	}
	dir, _ := os.Getwd() // empty if it was removed: commands then fail by themselves
	p.dir.Store(&dir)
	p.openHistory(o.History)
	p.reader.Dir = func() string { return *p.dir.Load() }
	p.depend.forget()
	p.questions = map[string]func(){}
	p.wave.start()
	p.over, p.stop = context.WithCancel(context.Background())
	l := &p.statefulSession
	l.proxy, l.page, l.shown, l.early = p, p.bridge(), map[string]string{}, make(chan struct{})
	p.programs = &programs{
		Reader: p.reader, session: s, over: p.over, post: p.soon, urgent: p.soonest, complain: p.complain, reported: p.ready,
		beside: func(m *wire.Message) { p.follow(m); p.show(m) },
	}
	p.cells.Elsewhere = notRun
	p.cells.Number, p.cells.Program = p.programs.number, func(path string) []string {
		if !generatedPath.MatchString(path) {
			return nil
		}
		return p.program(filepath.Base(path))
	}
	return p
}

// bind opens the five sockets of the kernel.
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

// from checks messages of front ends, and queues them for the proxy's goroutine.
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

// message returns a message about a request, or nil if JSON cannot represent its content.
func (p *proxy) message(kind string, about *wire.Message, content any) *wire.Message {
	m, err := wire.NewMessage(kind, p.id, about, content)
	if err != nil {
		p.complain("%s: %v", kind, err)
		return nil
	}
	return m
}

// publish sends a message to all front ends, about a request if there is one.
func (p *proxy) publish(about *wire.Message, kind string, content any) {
	if m := p.message(kind, about, content); m != nil {
		p.show(m)
	}
}

// encode writes a message for front ends. All messages of a kernel must have its own session. A front end takes messages of another session
// for those of an earlier kernel, and JupyterLab then opens no comm.
func (p *proxy) encode(m *wire.Message) [][]byte { return wire.Encode(m.Of(p.id), p.key) }

func (p *proxy) status(about *wire.Message, state string) {
	p.publish(about, "status", map[string]string{"execution_state": state})
}

// answered answers a request that the engine does not see.
func (p *proxy) answered(to incoming, kind string, content any) {
	p.between(to, func() { p.reply(to, kind, content) })
}

// between runs do between the messages busy and idle about a request.
func (p *proxy) between(about incoming, do func()) {
	p.status(about.Message, "busy")
	do()
	p.idleAgain(about.Message)
}

// idleAgain ends a request that is independent of cells. Front ends take the last state for the kernel's, so if a cell runs, it is reported
// as busy.
func (p *proxy) idleAgain(about *wire.Message) {
	p.status(about, "idle")
	if c := p.running; c != nil && !c.own {
		p.status(c.Message, "busy")
	}
}

// finish ends the proxy: it sends queued messages, and gives running programs a moment to end by themselves.
func (p *proxy) finish() {
	if p.finished {
		return
	}
	p.finished = true
	p.abort()
	p.closeHistory()
	for _, h := range p.hubs {
		h.Flush(100 * time.Millisecond)
	}
	p.stop()
	p.statefulSession.Close()
}

// orphaned reports whether the process that started this one has died.
func (p *proxy) orphaned() bool { return p.parent > 1 && os.Getppid() != p.parent }
