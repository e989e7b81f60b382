package proxy

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// cell is one execute request.
type cell struct {
	incoming
	own     bool // a cell of the proxy itself, which front ends do not see
	request executeRequest
	started time.Time

	again  bool    // it runs again because something that it uses has changed
	number int     // the number of a cell that runs again
	traced *traced // its effect on other cells

	on       runner // the runner of its current step
	begun    bool   // front ends know already that it runs
	cancel   func()
	steps    []func()  // remaining steps
	trailing int       // number of final steps that run no code of the cell
	stepped  time.Time // start of the current step
	parts    int       // number of parts of Go code that have run
	arrived  time.Time // arrival of the request

	timing
	race             bool    // run as a program with the race detector
	password, inputs bool    // the front end must hide its input; the program that reads reports this
	testing          *string // the pattern of %test
	reader           reader
	expressed        map[string]any // answers to its user expressions
	required         []string       // modules that it fetches
	unbroken         bool           // the reason why it does not stop at its breakpoints was reported

	failed      bool
	fault       *failure // reason for the failure
	interrupted bool
	cause       *cause // the reason why the proxy ends it, if it does

	outputs
	usage
}

// executeRequest is the complete content of a request: the engine requires every field.
type executeRequest struct {
	Code        string            `json:"code"`
	Silent      bool              `json:"silent"`
	History     bool              `json:"store_history"`
	Expressions map[string]string `json:"user_expressions,omitempty"`
	Stdin       bool              `json:"allow_stdin"`
	Stop        bool              `json:"stop_on_error"`
}

// cause is the reason why the proxy ends a cell.
type cause struct{ name, value string }

// enqueue queues an execute request; the engine gets one at a time.
func (p *proxy) enqueue(m incoming) {
	c := &cell{incoming: m, request: executeRequest{History: true, Stop: true}}
	if err := json.Unmarshal(m.Content, &c.request); err != nil {
		p.answered(m, "execute_reply", map[string]any{
			"status": "error", "ename": "BadRequest", "evalue": err.Error(), "traceback": []string{err.Error()},
		})
		return
	}
	c.request.History = c.request.History && !c.request.Silent && strings.TrimSpace(c.request.Code) != "" // as IPython counts
	c.arrived = time.Now()
	if p.failed.before(m.Header) {
		p.aborted(m)
		return
	}
	p.failed = failedCell{}
	p.queue = append(p.queue, c)
	p.next()
}

// next runs the next cell, if none runs.
func (p *proxy) next() {
	if p.info != nil && p.running == nil && len(p.queue) > 0 && !p.finished {
		c := p.queue[0]
		p.queue = p.queue[1:]
		c.on = p.runner()
		p.running, c.started, c.usage = c, time.Now(), usageNow()
		if c.request.History {
			p.last++
		}
		if p.count = p.last; c.again {
			p.count = c.number
		}
		p.cells.Add(p.count, c.request.Code)
		p.tick.Reset(watchInterval)
		p.start(c)
	}
}

// runner is an executor on this machine, whose processes are bounded.
type runner interface {
	executor.Executor
	executor.Input
	// watch ends a cell that starts processes without end.
	watch(p *proxy, c *cell)
	// sweep ends what a cell that has ended, or a step of it, must not leave behind.
	sweep(c *cell)
	// pending reports whether start has to come before a cell, and start starts what the cell requires. One goroutine at a time calls start.
	pending(code string) bool
	start(ctx context.Context, c *cell, modules []string) error
	// attach sends what arrives until the next cell runs to an output; about is the request of the cell.
	attach(about *wire.Message, out executor.Output)
}

// runner returns what runs the Go code of cells now.
func (p *proxy) runner() runner {
	if p.Stateful.On {
		return &p.statefulSession
	}
	return p.programs
}

// offers returns an optional interface of what runs the Go code of cells now, such as [executor.Variables]. It reports whether there is one.
func offers[T any](p *proxy) (offer T, is bool) {
	offer, is = p.runner().(T)
	return offer, is
}

// requires returns the interface as offers does, and reports a failure if it is missing.
func requires[T any](p *proxy, what string) (offer T, refused *failure) {
	offer, is := offers[T](p)
	if !is {
		refused = refusal(what + " needs stateful cells (%live on)")
	}
	return offer, refused
}

// persists reports whether variables persist from cell to cell.
func (p *proxy) persists() bool {
	_, is := offers[executor.Variables](p)
	return is
}

// execute runs code with an executor as a step of a cell, and calls then with its result.
func (p *proxy) execute(c *cell, on runner, code executor.Cell, out executor.Output, then func(executor.Result, error)) {
	code.Number, code.Counted, code.Silent, code.Stdin = p.count, c.request.History, c.request.Silent, c.request.Stdin
	on.attach(c.Message, out)
	var r executor.Result
	p.async(c, on, func(ctx context.Context) (err error) {
		r, err = on.Run(ctx, code, out)
		return err
	}, func(err error) {
		if p.running == c && !p.finished {
			then(r, err)
		}
	})
}

// async does work in another goroutine until the cell ends, and handles its result in turn. On receives interrupts.
func (p *proxy) async(c *cell, on runner, do func(ctx context.Context) error, then func(error)) {
	ctx, cancel := context.WithCancel(context.Background())
	c.on, c.cancel, c.reader = on, cancel, reader{}
	modules := slices.Clone(p.modules)
	go func() {
		defer cancel()
		err := on.start(ctx, c, modules)
		if err == nil {
			err = do(ctx)
		}
		p.soon(func() { then(err) })
	}()
}

// advance continues with the next step or, after the last one, with the next cell: then it is known why the cell failed, and what it has
// started ends.
func (p *proxy) advance(c *cell) {
	if p.goesOn(c) {
		return
	}
	p.running = nil
	took := time.Since(c.arrived) // the front end gets the reply later
	if c.failed || c.interrupted {
		p.cells.Fail(p.count)
	}
	if !c.own {
		p.viewed()
		p.conclude(c)
		c.on.sweep(c)
		p.react(c)
	}
	p.answerChecks()
	if c.interrupted || c.failed && c.request.Stop {
		p.abort()
	}
	if c.failed && c.request.Stop && !c.own && !c.again {
		p.failed = failedCell{c.Header, took}
	}
	p.next()
}

// abort tells the front ends that the waiting cells will not run.
func (p *proxy) abort() {
	waiting := p.queue
	p.queue = nil
	for _, c := range waiting {
		if c.own {
			p.queue = append(p.queue, c)
			continue
		}
		if c.again { // nobody waits for it
			continue
		}
		p.aborted(c.incoming)
	}
}
