package proxy

import (
	"context"
	"encoding/json"
	"os"
	"sync/atomic"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// programs runs each cell as a program, which GoNB, the engine, compiles and runs. It is an [executor.Executor] whose methods are called by
// the proxy's goroutine, except Run. It also runs lines for GoNB and shell commands.
type programs struct {
	*complete.Reader
	session  *procgroup.Session
	post     func(func())    // queues a function for the proxy's goroutine
	urgent   func(func())    // the same, before other events
	over     context.Context // done when the proxy must end
	complain func(format string, args ...any)
	reported func()              // called once the engine is ready
	beside   func(*wire.Message) // receives messages of the engine that belong to no cell

	shell, stdin, publish *wire.Link
	key                   []byte
	pid                   int
	kept                  map[int]bool // processes that belong to no cell
	known, heard, ready   bool         // the engine has answered; its outputs arrive; both

	runs     map[string]*programRun // by the IDs of their requests
	last     *programRun            // the run that ended last
	numbers  []int                  // front ends' numbers of the cells that the engine has counted
	dropped  string                 // request ID whose further outputs are dropped
	asked    time.Time              // when the engine last asked for input; zero if it does not wait
	told     time.Time              // when the engine was last interrupted
	reading  int                    // the process that waits for input
	paused   []int                  // processes that are stopped until their output has arrived
	skipping atomic.Bool            // the running cell has exceeded its limit
	flow     atomic.Int64           // bytes of the engine's outputs since the cell was last paused
	arrived  atomic.Int64           // arrival of the last output, in nanoseconds
}

// programRun is a cell that the engine runs.
type programRun struct {
	executor.Cell
	out         executor.Output
	id          string // of the request
	announced   bool   // its next display is its result
	replied     bool   // the engine has replied
	idle        bool   // all outputs have arrived
	interrupted bool
	forced      time.Time // when it was first to be killed, or a process of it was last killed
	result      executor.Result
	done        chan struct{}
}

// Run implements [executor.Executor]. The code may also be a line for the engine.
func (e *programs) Run(ctx context.Context, c executor.Cell, out executor.Output) (executor.Result, error) {
	r := &programRun{Cell: c, out: out, result: executor.Result{End: executor.Done}, done: make(chan struct{})}
	e.post(func() { e.begin(ctx, r) })
	select {
	case <-r.done:
		return r.result, nil
	case <-e.over.Done():
		return executor.Result{End: executor.Died}, nil
	}
}

// begin sends a cell to the engine.
func (e *programs) begin(ctx context.Context, r *programRun) {
	if wait := signalTime - time.Since(e.told); wait > 0 && ctx.Err() == nil {
		time.AfterFunc(wait, func() { e.post(func() { e.begin(ctx, r) }) })
		return
	}
	m, err := wire.NewMessage("execute_request", ownID, nil, executeRequest{
		Code: r.Code, Silent: r.Silent, History: r.Counted, Stdin: r.Stdin,
	})
	if err != nil || ctx.Err() != nil {
		r.result.End = executor.Interrupted
		close(r.done)
		return
	}
	if r.Counted {
		e.numbers = append(e.numbers, r.Number)
	}
	if e.runs == nil {
		e.runs = map[string]*programRun{}
	}
	r.id = m.Header.ID
	e.runs[r.id] = r
	e.skipping.Store(false)
	e.shell.Send(wire.Encode(m, e.key))
}

// signalTime is the minimum time between an interrupt and the next cell. If the engine handles an interrupt late, it skips the cell that has
// just started, and reports success.
const signalTime = 250 * time.Millisecond

// number returns the front ends' number of a cell that the engine counts as n. The numbers differ because the engine does not see all
// cells.
func (e *programs) number(n int) int {
	if n < 1 || n > len(e.numbers) {
		return n
	}
	return e.numbers[n-1]
}

// replied handles the engine's replies.
func (e *programs) replied(m *wire.Message) {
	if !e.ready {
		if m.Header.Type == "kernel_info_reply" {
			e.known = true
			e.greeted()
		}
		return
	}
	r := e.runs[m.Parent.ID]
	if r == nil || m.Header.Type != "execute_reply" {
		return
	}
	var f failure
	_ = json.Unmarshal(m.Content, &f) // without a status it counts as failed
	if f.Status != "ok" {
		r.result.End, r.result.Text, r.result.Hints = executor.Failed, f.Value, f.Traceback
	}
	r.replied = true
	if e.settle(r); r.interrupted {
		e.cutShort(r)
	}
}

// greeted reports that the engine is ready once it has answered and its outputs arrive.
func (e *programs) greeted() {
	if e.known && e.heard && !e.ready {
		e.ready = true
		e.know()
		e.reported()
	}
}

// settle ends the run of a cell after all messages of the engine about it.
func (e *programs) settle(r *programRun) {
	if r.replied && r.idle && e.runs[r.id] == r {
		delete(e.runs, r.id)
		e.last, e.asked = r, time.Time{}
		close(r.done)
	}
}

// lastWords is how long the outputs of an ended cell can take to arrive after the engine's reply.
const lastWords = 50 * time.Millisecond

// cutShort ends the run of a cell after a moment and drops its remaining output, which may be long.
func (e *programs) cutShort(r *programRun) {
	time.AfterFunc(lastWords, func() {
		e.urgent(func() {
			if !r.idle {
				r.idle, e.dropped = true, r.id
				e.settle(r)
			}
		})
	})
}

// prompted handles a question of a cell.
func (e *programs) prompted(m *wire.Message) {
	var q struct {
		Prompt   string
		Password bool
	}
	_ = json.Unmarshal(m.Content, &q) // without a prompt nothing is shown
	if r := e.runs[m.Parent.ID]; r != nil {
		e.asked = time.Now()
		r.out.Ask(q.Prompt, q.Password)
	}
}

// published handles the engine's outputs.
func (e *programs) published(m *wire.Message) {
	r := e.runs[m.Parent.ID]
	switch {
	case e.dropped != "" && m.Parent.ID == e.dropped:
		return
	case r == nil && e.last != nil && m.Parent.ID == e.last.id:
		r = e.last
	case r == nil && m.Parent.Session != ownID:
		e.beside(m)
		return
	case r == nil:
		if m.Header.Type == "status" && m.State() == "idle" {
			e.heard = true
			e.greeted()
		}
		return
	}
	switch m.Header.Type {
	case "status":
		if m.State() == "idle" {
			r.idle = true
			e.settle(r)
		}
	case "stream":
		var s struct{ Name, Text string }
		if json.Unmarshal(m.Content, &s) == nil {
			r.out.Text(s.Name, s.Text)
		}
	case "display_data", "execute_result", "update_display_data":
		r.display(m)
	case "comm_open", "comm_msg", "comm_close":
		r.out.Comm(m.Header.Type, m.Content)
	}
	if r.out.Full() {
		e.skipping.Store(true)
	}
}

// display forwards a display of a program. The program announces its result with a special display.
func (r *programRun) display(m *wire.Message) {
	var content struct {
		Data, Metadata map[string]json.RawMessage
		Transient      struct {
			ID string `json:"display_id"`
		}
	}
	if json.Unmarshal(m.Content, &content) != nil {
		return
	}
	d := executor.Display{
		Data: plain(content.Data), Metadata: plain(content.Metadata), ID: content.Transient.ID,
		Update: m.Header.Type == "update_display_data", Result: m.Header.Type == "execute_result",
	}
	if _, is := d.Data[message.ResultType]; is {
		r.announced = true
		return
	}
	if _, is := d.Data[message.ClearType]; !is && r.announced && d.ID == "" && !d.Update {
		r.announced, d.Result = false, true
	}
	r.out.Display(d)
}

// plain returns JSON by name, with texts as strings.
func plain(all map[string]json.RawMessage) map[string]any {
	values := map[string]any{}
	for name, value := range all {
		var text string
		if values[name] = value; json.Unmarshal(value, &text) == nil && len(value) > 0 && value[0] == '"' {
			values[name] = text
		}
	}
	return values
}

const (
	interruptGrace = 250 * time.Millisecond // time for a cell's program to end by itself
	killAgain      = 15 * time.Millisecond  // interval for killing what the engine then starts, until the cell has ended
	stuckTime      = 10 * time.Second       // time for the engine to report the end of a cell after its last process was killed
)

// Interrupt implements [executor.Executor]. The program may end by itself. After a grace period, or at the second interrupt, it is killed.
func (e *programs) Interrupt() {
	e.resume()
	delay := interruptGrace
	if e.compiling() {
		delay = 0
	}
	for _, r := range e.runs {
		switch {
		case r.replied:
			e.cutShort(r)
		case r.interrupted:
			delay = 0
			fallthrough
		default:
			e.tell()
			e.force(r, delay)
		}
		r.interrupted = true
	}
}

// Kill implements [executor.Executor].
func (e *programs) Kill() {
	e.killCells()
	for _, r := range e.runs {
		if r.interrupted = true; r.replied {
			e.cutShort(r)
			continue
		}
		e.force(r, 0)
	}
}

// pending, start and attach implement runner. They do nothing, because the proxy has started the engine, whose messages name their cells.
func (e *programs) pending(string) bool                          { return false }
func (e *programs) start(context.Context, *cell, []string) error { return nil }
func (e *programs) attach(*wire.Message, executor.Output)        {}

// Close implements [executor.Executor]. It ends the engine and everything that it has started.
func (e *programs) Close() { e.session.Kill() }

// force kills what a cell has started, repeatedly until the engine reports the end of the cell, because the engine starts the next command
// after each.
func (e *programs) force(r *programRun, after time.Duration) {
	if r.forced.IsZero() {
		r.forced = time.Now()
	}
	if after == 0 {
		if e.killCells() > 0 {
			r.forced = time.Now()
		}
		after = killAgain
	}
	if time.Since(r.forced) > stuckTime {
		e.complain("stopping the engine, because it does not report the end of the cell")
		e.signal(os.Kill) // the proxy ends with it, and Jupyter starts both again
		return
	}
	time.AfterFunc(after, func() {
		e.post(func() {
			if e.runs[r.id] == r && !r.replied {
				e.force(r, 0)
			}
		})
	})
}

// Reads implements [executor.Input].
func (e *programs) Reads() bool {
	all := e.others()
	for _, q := range all {
		if q.Parent == e.pid && !q.Ended {
			if pipe := stdin.Pipe(q.PID); pipe != "" && anyWaits(all, pipe) {
				e.reading = q.PID
				return true
			}
		}
	}
	return false
}

// readyForAnswer is the minimum time between a question of the engine and the answer. The engine asks first, and only then records who
// asked.
const readyForAnswer = 250 * time.Millisecond

// Input implements [executor.Input].
func (e *programs) Input(line string) error {
	if e.asked.IsZero() {
		return stdin.Write(e.reading, line+"\n")
	}
	m, err := wire.NewMessage("input_reply", ownID, nil, map[string]string{"status": "ok", "value": line})
	if err != nil {
		return err
	}
	time.AfterFunc(max(0, readyForAnswer-time.Since(e.asked)), func() {
		e.urgent(func() { e.stdin.Send(wire.Encode(m, e.key)) })
	})
	e.asked = time.Time{}
	return nil
}

// EndInput implements [executor.Input]: the input of a program cannot be ended.
func (e *programs) EndInput() bool { return false }
