package proxy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/page"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// statefulEnded ends a step of a stateful cell. If the cell cannot be stateful, it runs as a program.
func (p *proxy) statefulEnded(c *cell, code string) func(executor.Result, error) {
	return func(r executor.Result, err error) {
		p.trace(c, r, err)
		if foreign, is := errors.AsType[cells.Foreign](err); is && !c.interrupted {
			p.say(c, "stderr", fmt.Sprintf("[%s: this cell runs as a program, without the values of other cells]\n", foreign.Reason))
			p.runProgram(c, code)
			return
		}
		if !c.untimed {
			p.took(c, r)
		}
		for _, note := range r.Notes {
			p.say(c, "stderr", "["+note+"]\n")
		}
		p.close(c, p.statefulFailure(c, r, err))
	}
}

// statefulFailure returns why a stateful cell failed, or nil.
func (p *proxy) statefulFailure(c *cell, r executor.Result, err error) *failure {
	switch faults, is := errors.AsType[cells.Faults](err); {
	case is:
		faults = slices.Clone(faults)
		for i := range faults {
			faults[i].Text = p.cells.WithPlace(faults[i].Text, true)
		}
		return new(p.cells.Faults(faults))
	case c.interrupted && (err != nil || r.End != executor.Done && r.End != executor.Died):
		where := "the cell was interrupted"
		if r.Line > 0 {
			where = fmt.Sprintf("the cell was interrupted in line %d", r.Line)
		}
		f := explain.Reported(explain.Interrupted, where)
		if r.End == executor.Abandoned {
			f.Traceback = append(f.Traceback, "the cell still waits for something, and stops as soon as that happens; all variables keep their values")
		} else if r.Text != "" {
			f.Traceback = append(f.Traceback, fmt.Sprintf("it stopped in %s, which may still hold a lock; if a later cell hangs, run %%reset", cells.Plain(r.Text)))
		}
		return &f
	case err != nil:
		return new(explain.Reported(explain.CompileError, err.Error()))
	case r.End == executor.Panicked:
		return new(p.cells.Panic(cells.Plain(r.Text)))
	case r.End == executor.Exited && r.Code == 0:
		return nil
	case r.End == executor.Exited:
		return new(p.explainExit(c, fmt.Sprintf("exit status %d", r.Code)))
	case r.End == executor.Died:
		f := p.explainExit(c, "the process of stateful cells has ended: "+r.Text)
		if len(r.Lost) > 0 {
			f.Traceback = append(f.Traceback, explain.Red+"lost with the process: "+strings.Join(r.Lost, ", ")+explain.Plain)
		}
		if len(r.Saved) > 0 {
			f.Traceback = append(f.Traceback, "%restore can restore: "+strings.Join(r.Saved, ", "))
		}
		return &f
	}
	return nil
}

// bridge connects stateful cells with the notebook's page.
func (p *proxy) bridge() *page.Bridge {
	return &page.Bridge{
		Connect: p.connectPage,
		Publish: func(comm string, data map[string]any) {
			p.publish(p.statefulSession.last, "comm_msg", map[string]any{"comm_id": comm, "data": data})
		},
		Deliver: func(address string, value any) { _ = p.statefulSession.Deliver(address, value) }, // fails without a process
		Process: func() int { return p.statefulSession.PID() },
	}
}

// connectPage makes the engine open its comm in the page, or check that it is open, and continues once the engine is done. Scripts that the
// engine runs in the page are output of the stateful cell that uses the page.
func (p *proxy) connectPage() {
	go func() {
		_, _ = p.programs.Run(p.over, executor.Cell{Code: "%widgets", Silent: true}, pageOutput{proxy: p}) // if it fails, no page answers
		p.soon(p.statefulSession.page.Connected)
	}()
}
