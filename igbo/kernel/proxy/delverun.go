package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/delve"
	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// debugCell runs a cell under Delve, in the working directory and environment of cells.
func (p *proxy) debugCell(r *debugRun) {
	c := r.cell
	r.begun = time.Now()
	for _, n := range r.program.Cells {
		p.debug.dump(p.cells.Code(n))
	}
	p.say(c, "stderr", fmt.Sprintf("[this cell has breakpoints, so it runs as a program under Delve %s; later cells do not see its changes and declarations]\n", delve.Version))
	p.runner().attach(c.Message, p.outputOf(c))
	p.arrange(c, message.Change{}, func(now message.Surroundings) {
		p.debug.run = r
		p.aside(c, func(ctx context.Context) error { return p.underDelve(ctx, r, now) }, func(err error) { p.debugEnded(r, err) })
	})
}

// underDelve compiles and runs a program under Delve until it has ended.
func (p *proxy) underDelve(ctx context.Context, r *debugRun, now message.Surroundings) error {
	note := func(text string) { p.soon(func() { p.say(r.cell, "stderr", "["+text+"]\n") }) }
	made := p.Stateful.Made
	dlv, err := delve.Tool{Go: made.Go, Env: slices.Concat(made.Env, []string{p.session.Mark()}), Cache: filepath.Join(made.Cache, "delve"), Say: note}.Get(ctx)
	if err != nil {
		return err
	}
	program, missing, err := r.debugger.BuildDebugged(ctx, r.program)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		note("these variables are zero in the debugger, because their values cannot be copied: " + strings.Join(missing, ", "))
	}
	screen, err := stateful.OpenScreen(filepath.Dir(program), func(d *protocol.DisplayData) { p.soon(func() { p.statefulDisplay(d) }) })
	if err != nil {
		return err
	}
	defer screen.Close()
	over, once := make(chan struct{}), sync.Once{}
	on := func(e delve.Event) {
		p.soon(func() { p.delveEvent(r, e) })
		if e.Name == "terminated" {
			once.Do(func() { close(over) })
		}
	}
	env := slices.Concat(now.Env, screen.Env, []string{p.session.Mark()})
	client, err := delve.Start(ctx, delve.Launch{Delve: dlv, Program: program, Dir: now.Dir, Env: env, Folder: p.session.Temp, On: on})
	if err != nil {
		return err
	}
	defer client.Close()
	p.soon(func() { p.letRun(ctx, r, client) })
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-client.Ended():
	}
	select {
	case <-over: // the program has ended before
		return nil
	default:
		return delve.ErrEnded
	}
}

// letRun sends the breakpoints to Delve, and then starts the program. Later breakpoints go to Delve too.
func (p *proxy) letRun(ctx context.Context, r *debugRun, client *delve.Client) {
	r.client = client
	breaks, own := maps.Clone(p.debug.breaks), r.paths[p.count]
	go func() {
		for path, all := range breaks {
			a, err := client.Ask(ctx, "setBreakpoints", map[string]any{"source": map[string]any{"path": delvePath(path)}, "breakpoints": all})
			if err == nil && path == own {
				p.soon(func() { p.tellUnset(r, all, a) })
			}
		}
		_, _ = client.Ask(ctx, "configurationDone", struct{}{}) // its error is the end of Delve
	}()
}

// tellUnset reports breakpoints of the cell that Delve cannot set.
func (p *proxy) tellUnset(r *debugRun, asked []any, a delve.Answer) {
	var body struct {
		Breakpoints []struct {
			Verified bool
			Message  string
		}
	}
	_ = json.Unmarshal(a.Body, &body) // without one nothing is reported
	for i, b := range body.Breakpoints {
		if b.Verified || i >= len(asked) {
			continue
		}
		if strings.HasPrefix(b.Message, "could not find statement") {
			b.Message = "the line has no statement"
		}
		one, _ := asked[i].(map[string]any)
		p.say(r.cell, "stderr", fmt.Sprintf("[the breakpoint in line %v is not set: %s]\n", one["line"], b.Message))
	}
}

// sweepDebugged ends what the program of a cell has left behind.
func (p *proxy) sweepDebugged(c *cell) {
	if _, err := p.session.KillBeside(p.older(c)); err != nil {
		p.complain("%v", err)
	}
}

// debugEnded ends a cell that ran under Delve.
func (p *proxy) debugEnded(r *debugRun, err error) {
	c := r.cell
	p.debug.run = nil
	p.sweepDebugged(c)
	if r.part != "" && p.running == c {
		p.printed(r, "stderr", "\n")
	}
	p.took(c, executor.Result{Total: time.Since(r.begun)})
	for _, thread := range r.stopped {
		p.debugEvent(c, "continued", map[string]any{"threadId": thread, "allThreadsContinued": true})
	}
	switch {
	case p.running != c || p.finished:
	case c.interrupted || c.cause != nil:
		p.close(c, new(explain.Reported(explain.Interrupted, "the cell was interrupted")))
	case r.ended:
		p.close(c, new(explain.Reported(explain.Interrupted, "the cell was ended in the debugger")))
	case errors.Is(err, stateful.ErrEnded): // lost values are reported as for any cell
		p.runStateful(c, r.code)
	case err != nil:
		p.close(c, new(explain.Reported(explain.CompileError, err.Error())))
	case r.exit != 0:
		p.close(c, new(p.explainExit(c, fmt.Sprintf("exit status %d", r.exit))))
	default:
		p.close(c, nil)
	}
}
