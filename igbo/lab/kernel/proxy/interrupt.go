package proxy

import (
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

const (
	interruptGrace = 250 * time.Millisecond // how long a cell's program may take to end by itself
	killAgain      = 15 * time.Millisecond  // how often what the engine then starts is ended, until the cell has
	stuckTime      = 10 * time.Second       // how long the engine may take to say that a cell has ended of which nothing runs
)

// compilers are programs that the engine runs before a cell's; they have nothing to save.
var compilers = []string{"go", "goimports"}

// interrupt ends the cell that runs, and the front ends learn that those behind it do not run.
func (p *proxy) interrupt() {
	p.abort()
	c := p.running
	if c == nil || c.own || c.reply != nil {
		return
	}
	delay := interruptGrace
	if c.interrupted || p.compiling() {
		delay = 0
	}
	c.interrupted = true
	if c.lives {
		p.interruptLiving(c)
		return
	}
	p.resume(c)
	p.tellEngine()
	p.force(c, delay)
}

// condemn ends the cell by force, for a reason that it will show.
func (p *proxy) condemn(c *cell, v verdict) {
	if c.verdict != nil || c.reply != nil {
		return
	}
	c.verdict = &v
	if c.lives {
		p.condemnLiving(c)
		return
	}
	p.killCell()
	p.force(c, 0)
}

// force ends what the cell has started, again until the engine says that the cell has ended:
// after one command of a cell it starts the next.
func (p *proxy) force(c *cell, after time.Duration) {
	if c.forced.IsZero() {
		c.forced = time.Now()
	}
	if after == 0 {
		p.killCell()
		after = killAgain
	}
	if time.Since(c.forced) > stuckTime && len(p.others()) == 0 {
		p.complain("the engine does not say that the cell has ended: it is ended too")
		p.signalEngine(os.Kill) // and with it the proxy ends; Jupyter starts them again
		return
	}
	time.AfterFunc(after, func() {
		p.events <- func() {
			if p.running == c && c.reply == nil && !p.finished {
				p.force(c, 0)
			}
		}
	})
}

// tellEngine sends the engine the signal of an interrupt, which it passes to the cell's program.
func (p *proxy) tellEngine() {
	if runtime.GOOS == "windows" { // which has no such signal
		p.ask("interrupt_request")
		return
	}
	p.signalEngine(os.Interrupt)
}

func (p *proxy) signalEngine(s os.Signal) {
	if process, err := os.FindProcess(p.engine.pid); err == nil && p.engine.pid > 0 {
		_ = process.Signal(s) // one that has just ended is no failure
	}
}

// compiling tells that the engine runs a compiler, and not yet the cell's program.
func (p *proxy) compiling() bool {
	all, err := p.session.Processes()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(all, func(q session.Process) bool {
		return q.Parent == p.engine.pid && slices.Contains(compilers, q.Name)
	})
}

// know notes which processes the engine has before it runs any cell: itself, and gopls where the user has it.
func (p *proxy) know() {
	all, err := p.session.Processes()
	if err != nil {
		p.complain("%v", err)
		return
	}
	p.engine.kept = map[int]bool{}
	for _, q := range all {
		p.engine.kept[q.PID] = true
	}
	for _, q := range all {
		if !p.engine.kept[q.Parent] {
			p.engine.pid = q.PID
		}
	}
	if err := pressure.Limit(p.engine.pid, moreProcesses); err != nil {
		p.complain("%v", err)
	}
}

// keep are the processes that are no cell's: those that were there before any, and what
// they start, but for what the engine itself starts.
func (p *proxy) keep(all []session.Process) map[int]bool {
	kept := map[int]bool{}
	for _, q := range all {
		kept[q.PID] = p.engine.kept[q.PID]
	}
	for grown := true; grown; {
		grown = false
		for _, q := range all {
			if !kept[q.PID] && q.Parent != p.engine.pid && kept[q.Parent] {
				kept[q.PID], grown = true, true
			}
		}
	}
	return kept
}

// others are the cell's processes.
func (p *proxy) others() []session.Process {
	all, err := p.session.Processes()
	if err != nil {
		return nil
	}
	kept := p.keep(all)
	return slices.DeleteFunc(all, func(q session.Process) bool { return kept[q.PID] })
}

// killCell ends all of the cell's processes.
func (p *proxy) killCell() {
	if p.engine.pid == 0 {
		return
	}
	if _, err := p.session.KillOthers(p.keep); err != nil {
		p.complain("%v", err)
	}
}
