package proxy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/delve"
	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// debugRun is a cell that runs under Delve. Only the proxy's goroutine changes it.
type debugRun struct {
	cell     *cell
	code     string
	begun    time.Time
	debugger executor.Debugger
	program  *cells.Debugged
	client   *delve.Client  // nil until the program runs
	paths    map[int]string // of the cells in the program
	count    int            // how often the program has stopped
	stopped  []int          // threads, the last one that stopped at the end
	exit     int            // the program's exit status
	part     string         // of a line of a stack
	ended    bool           // the user has ended it in the debugger
}

// delvePath returns a cell's path for Delve, which requires an absolute path.
func delvePath(path string) string { return "/" + path }

// runOrDebug runs Go code of a cell in the process of stateful cells, or under Delve if code that it runs has breakpoints.
func (p *proxy) runOrDebug(c *cell, code string) {
	debugger, is := offers[executor.Debugger](p)
	if !is || !p.debug.started || len(p.debug.breaks) == 0 {
		p.runStateful(c, code)
		return
	}
	if !onePart(c.request.Code) {
		p.ignoreBreaks(c, "kernel lines split the code of the cell, but the debugger requires one block of code (move the kernel lines above the code)")
		p.runStateful(c, code)
		return
	}
	number, paths := p.count, map[int]string{}
	for n := 1; n <= number; n++ {
		if text := p.cells.Code(n); text != "" {
			paths[n] = cellPath(text)
		}
	}
	var program *cells.Debugged
	p.aside(c, func(context.Context) (err error) {
		program, err = debugger.Debugged(number, code, func(n int) string { return delvePath(paths[n]) })
		return err
	}, func(err error) {
		r := &debugRun{cell: c, code: code, debugger: debugger, program: program, paths: paths}
		switch foreign, is := errors.AsType[cells.Foreign](err); {
		case p.running != c || p.finished:
		case c.interrupted || c.cause != nil:
			p.close(c, nil)
		case err == nil && r.stops(p.debug.breaks):
			p.debugCell(r)
		case is:
			p.ignoreBreaks(c, foreign.Reason)
			p.runStateful(c, code)
		default: // the run below reports its faults
			p.runStateful(c, code)
		}
	})
}

// onePart reports whether no kernel line splits the Go code of a cell.
func onePart(code string) bool {
	n := 0
	for _, part := range magic.Split(code) {
		if part.Line == "" {
			n++
		}
	}
	return n == 1
}

// ignoreBreaks reports once why a cell does not stop at its breakpoints, if it has some.
func (p *proxy) ignoreBreaks(c *cell, why string) {
	if p.debug.started && len(p.debug.breaks[cellPath(c.request.Code)]) > 0 && !c.unbroken {
		c.unbroken = true
		p.say(c, "stderr", "[breakpoints are ignored: "+why+"]\n")
	}
}

// stops reports whether the program can reach a breakpoint.
func (r *debugRun) stops(breaks map[string][]any) bool {
	return r.program.Runs && slices.ContainsFunc(r.program.Cells, func(n int) bool { return len(breaks[r.paths[n]]) > 0 })
}
