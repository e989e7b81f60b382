package proxy

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/page"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
	"github.com/igbolab/igbolab/plots/inline/widget"
)

// Stateful reports whether values persist between cells, and locates the files of stateful cells.
type Stateful struct {
	// Made locates the files for stateful cells. Missing files are created before the first cell runs.
	Made stateful.Made
	// Why is the reason why this machine does not support stateful cells, or nil.
	Why error
	// On reports whether cells are stateful from the start; `%live on` and `%live off` change it.
	On bool

	reported bool // whether the user has seen Why
}

// statefulSession runs Go code in the process of stateful cells. It is an [executor.Executor] whose methods are called by the proxy's
// goroutine, except Run, start and functions that run aside.
type statefulSession struct {
	stateful.Session
	proxy *proxy

	last  *wire.Message     // the cell that owns output between cells
	out   executor.Output   // the target of that output
	shown map[string]string // display IDs, each with the front end's name of its cell
	looks int               // number of checks whether a cell reads
	page  *page.Bridge
	early chan struct{} // closed once the first cell need not wait for the process
}

var _ interface {
	executor.Variables
	executor.Package
	executor.Dependencies
	executor.Snapshots
	executor.Modules
	executor.Debugger
	executor.Surroundings
} = (*statefulSession)(nil)

// killStateful is the time until the process is killed if a cell uses too many resources of the machine. An interrupt by the user is sent
// to the process itself; see [stateful.Session.Interrupt].
const killStateful = 3 * time.Second

// unavailable is the error if stateful cells cannot be set up.
type unavailable struct{ error }

// setUpStateful sets up stateful cells, with progress in the output of a cell.
func (p *proxy) setUpStateful(ctx context.Context, c *cell) (stateful.Made, error) {
	made := p.Stateful.Made
	if made.Ready() {
		return made, nil
	}
	say := func(text string) { p.soon(func() { p.say(c, "stderr", text) }) }
	say("[setting up stateful cells: the lines below give the reason and the progress]\n")
	made.Out = writer(func(line []byte) { say("[" + strings.TrimSpace(string(line)) + "]\n") })
	if err := made.Make(ctx); err != nil {
		if ctx.Err() != nil {
			return made, ctx.Err()
		}
		return made, unavailable{err}
	}
	return made, nil
}

// writer adapts a function to io.Writer.
type writer func([]byte)

// Write implements io.Writer.
func (w writer) Write(text []byte) (int, error) { w(text); return len(text), nil }

// startEarly starts the process of stateful cells while the engine starts, if nothing needs to be built for it. If that fails, the first
// cell tries again and reports the reason.
func (p *proxy) startEarly() {
	early, modules := p.statefulSession.early, slices.Clone(p.modules)
	if !p.Stateful.On {
		close(early)
		return
	}
	go func() {
		defer close(early)
		if p.Stateful.Made.Ready() {
			_ = p.startStateful(p.Stateful.Made, modules)
		}
	}()
}

// pending implements runner: a cell waits for the process if the process is being started, or if the cell has Go code.
func (l *statefulSession) pending(code string) bool {
	if l.Begun() {
		return false
	}
	select {
	case <-l.early:
		return needsProcess(code)
	default:
		return true
	}
}

// start implements runner: it starts the process of a notebook that requires modules, if it does not run yet.
func (l *statefulSession) start(ctx context.Context, c *cell, modules []string) error {
	<-l.early
	if l.Begun() {
		return nil
	}
	made, err := l.proxy.setUpStateful(ctx, c)
	if err != nil {
		return err
	}
	return l.proxy.startStateful(made, modules)
}

// startStateful starts the process of stateful cells.
func (p *proxy) startStateful(made stateful.Made, modules []string) error {
	folder := filepath.Join(p.session.Folder, "stateful")
	env := []string{p.session.Mark(), "TMPDIR=" + p.session.Temp, StatefulVariable + "=1"}
	if found := kernelID.FindStringSubmatch(p.Connection); found != nil {
		env = append(env, protocol.GONB_JUPYTER_KERNEL_ID_ENV+"="+found[1])
	}
	return p.statefulSession.Start(made, stateful.Options{Folder: folder, Dir: *p.dir.Load(), Env: append(env, p.env...), Required: modules, Listener: stateful.Listener{
		Output:  func(stream, text string) { p.soon(func() { p.statefulSession.output().Text(stream, text) }) },
		Display: func(d *protocol.DisplayData) { p.soon(func() { p.statefulDisplay(d) }) },
		Ended:   func(pid int) { p.soon(func() { p.widgets.ended(p, pid) }) },
	}})
}

// soon queues a function for the proxy's goroutine, unless the proxy ends.
func (p *proxy) soon(handle func()) {
	select {
	case p.events <- handle:
	case <-p.over.Done():
	}
}

// soonest queues a function before all other events, unless the proxy ends.
func (p *proxy) soonest(handle func()) {
	select {
	case p.urgent <- handle:
	case <-p.over.Done():
	}
}

// runStateful runs Go code of a cell in the process of stateful cells.
func (p *proxy) runStateful(c *cell, code string) {
	if c.parts == 0 {
		p.widgets.replace(p, c.Message)
		if name := c.metadata().Cell; name != "" { // its earlier outputs are gone
			maps.DeleteFunc(p.statefulSession.shown, func(_, cell string) bool { return cell == name })
		}
	}
	p.execute(c, &p.statefulSession, executor.Cell{ID: c.partID(), Code: code}, p.outputOf(c), p.statefulEnded(c, code))
}

// partID returns an ID for the next part of Go code of a cell: the front end's name of the cell, and the part's number. It is empty if the
// front end does not name the cell.
func (c *cell) partID() string {
	name := c.metadata().Cell
	if name == "" {
		return ""
	}
	c.parts++
	return fmt.Sprintf("%s#%d", name, c.parts)
}

// aside runs do in another goroutine until the cell ends, and passes its result to the proxy's goroutine.
func (p *proxy) aside(c *cell, do func(ctx context.Context) error, then func(error)) {
	p.async(c, p.runner(), do, then)
}

// begin tells front ends that a cell runs that the engine does not see.
func (p *proxy) begin(c *cell) {
	if c.begun {
		return
	}
	c.begun = true
	p.status(c.Message, "busy")
	if c.again {
		p.publish(c.Message, "clear_output", map[string]bool{"wait": false})
		return
	}
	if !c.request.Silent {
		p.publish(c.Message, "execute_input", map[string]any{"code": c.request.Code, "execution_count": p.count})
	}
}

// attach implements runner.
func (l *statefulSession) attach(about *wire.Message, out executor.Output) {
	l.last, l.out = about, out
}

// output returns the target of the process's output.
func (l *statefulSession) output() executor.Output {
	if l.out == nil {
		return executor.Discard{}
	}
	return l.out
}

// scripts is the prefix of the name of the display in which GoNB's library runs a script in the page. One display serves the whole process.
// If it belonged to an earlier cell that has run again, the script would not run.
const scripts = "gonb_transient_js_"

// statefulDisplay passes on displays of the stateful process, and what it sends to the page.
func (p *proxy) statefulDisplay(d *protocol.DisplayData) {
	if text, is := d.Data[widget.LineKind].(string); is {
		p.widgets.say(p, text)
		return
	}
	about, out := p.statefulSession.last, p.statefulSession.output()
	if about == nil {
		return
	}
	if strings.HasPrefix(d.DisplayID, scripts) {
		d.DisplayID += "_" + about.Header.ID
	}
	shows := executor.Display{Data: map[string]any{}, Metadata: d.Metadata, ID: d.DisplayID}
	for kind, form := range d.Data {
		shows.Data[string(kind)] = form
	}
	_, shows.Result = d.Metadata[message.Result]
	delete(d.Metadata, message.Result)
	p.statefulSession.page.Take(d, func() {
		if shows.ID != "" {
			if _, shows.Update = p.statefulSession.shown[shows.ID]; !shows.Update {
				p.statefulSession.shown[shows.ID] = metadataOf(about).Cell
			}
		}
		out.Display(shows)
	})
}

// Complete implements [executor.Helper].
func (l *statefulSession) Complete(ctx context.Context, code string, cursor int) map[string]any {
	return l.proxy.reader.Complete(ctx, code, cursor)
}

// Check implements [executor.Package]. Before the process has started, the reader checks cells.
func (l *statefulSession) Check(cell, code string) error {
	if !l.Begun() {
		return l.proxy.reader.Check(code)
	}
	return l.Session.Check(cell, code)
}

// Run implements [executor.Executor] after the process has started.
func (l *statefulSession) Run(ctx context.Context, c executor.Cell, _ executor.Output) (executor.Result, error) {
	if !l.Begun() {
		return executor.Result{}, stateful.ErrEnded
	}
	r, err := l.RunCell(ctx, c.ID, c.Number, c.Code)
	return r.Result, err
}

// Kill implements [executor.Executor]: if a cell does not end after an interrupt, the process is killed.
func (l *statefulSession) Kill() {
	l.Interrupt()
	c := l.proxy.running
	time.AfterFunc(killStateful, func() {
		l.proxy.soon(func() {
			if l.proxy.running == c {
				l.Session.Kill()
			}
		})
	})
}

// Close implements [executor.Executor]; it also ends a process that is being started.
func (l *statefulSession) Close() {
	select {
	case <-l.early:
	case <-time.After(killStateful): // it hangs, and ends with the kernel
	}
	l.Session.Finish()
}

// Reads implements [executor.Input]. If the system does not show whether a cell waits, the input ends.
func (l *statefulSession) Reads() bool {
	if !l.Begun() {
		return false
	}
	if !l.Runs() { // its input is not open yet, and checking processes takes longer than compiling a small cell
		return false
	}
	if !stdin.Visible(l.PID()) {
		l.EndInput()
		return false
	}
	pipe := l.InputPipe()
	if pipe == "" {
		return false
	}
	l.looks++
	return stdin.Waits(l.PID(), pipe) || l.looks%childInterval < 2 && anyWaits(l.proxy.beside(), pipe)
}

// Input implements [executor.Input].
func (l *statefulSession) Input(line string) error { return l.Session.Input(line + "\n") }

// EndInput implements [executor.Input].
func (l *statefulSession) EndInput() bool {
	l.Session.EndInput()
	return true
}
