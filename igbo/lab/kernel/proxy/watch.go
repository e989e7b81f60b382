package proxy

import (
	"fmt"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

const (
	maximalProcesses = 512  // that a cell may have
	moreProcesses    = 8192 // than the system has, that the engine's user may have
	walkInterval     = 500 * time.Millisecond
	lingering        = time.Second      // how long what a cell's program started may hold the cell after its end
	numbersLast      = 10 * time.Second // how long the numbers that the system gives to processes do not come around, even to what forks without end
	memoryReserve    = 0.05             // of the machine's or the container's memory
	leastReserve     = 256 << 20        // bytes
	largestReserve   = 2 << 30          // bytes
)

// watch looks at the cell that runs, and tells when to look again.
func (p *proxy) watch() time.Duration {
	c := p.running
	if c == nil || c.own || p.engine.pid == 0 {
		return idleInterval
	}
	p.catchUp(c, false)
	if c.held.overdue() {
		p.release(c)
	}
	if c.lives {
		p.watchLiving(c)
	} else {
		p.watchProcesses(c)
	}
	return p.watchMemory(c)
}

// watchMemory ends a cell before the memory of the machine, or of the container, is at its end.
func (p *proxy) watchMemory(c *cell) time.Duration {
	left, total, known := p.memory()
	if !known {
		return watchInterval
	}
	reserve := min(max(memoryReserve*total, leastReserve), largestReserve, total/4)
	if left > 4*reserve {
		return watchInterval
	}
	if left > reserve && (!c.lives || c.resident > 0) {
		return watchInterval / 5
	}
	var held int64
	for _, q := range append(p.others(), p.beside()...) {
		held += q.Resident
	}
	if c.lives && c.resident == 0 {
		c.resident = held
	}
	if left > reserve {
		return watchInterval / 5
	}
	if float64(held) < reserve || c.lives && float64(held-c.resident) < reserve/4 {
		return watchInterval // somebody else's, or that of cells before, of which this one may be about to let go
	}
	p.condemn(c, verdict{"OutOfMemory", fmt.Sprintf("the cell held %.1f GB, and %.1f of %.1f GB of memory were left: it was ended before the machine ran out of memory",
		float64(held)/1e9, left/1e9, total/1e9)})
	return watchInterval
}

// watchProcesses ends a cell that starts processes without end, and what a cell's
// program has left behind where that keeps the cell from ending.
func (p *proxy) watchProcesses(c *cell) {
	threads, _ := pressure.Threads()
	switch {
	case threads-c.threads > maximalProcesses/4: // first they are stopped: to count them takes time that they would use
		c.threads = threads
		p.session.Freeze()
		defer p.session.Thaw()
	case time.Since(c.walked) < walkInterval:
		return
	}
	c.walked = time.Now()
	others := p.others()
	if len(others) > maximalProcesses {
		p.condemn(c, tooMany(len(others)))
		return
	}
	over, left := false, 0
	for _, q := range others {
		if q.Parent == p.engine.pid {
			over = q.Ended
		} else if !q.Ended {
			left++
		}
	}
	switch {
	case !over || left == 0:
		c.over = time.Time{}
	case c.over.IsZero():
		c.over = time.Now()
	case time.Since(c.over) > lingering:
		p.killCell()
	}
}

func tooMany(n int) verdict {
	return verdict{"TooManyProcesses", fmt.Sprintf("the cell had %d processes, and a cell may have %d: it was ended", n, maximalProcesses)}
}

// watchLiving ends a living cell that starts processes without end, with all that it has started. What
// cells before it have started lives on, as values do.
func (p *proxy) watchLiving(c *cell) {
	threads, known := pressure.Threads()
	c.threads = min(c.threads, threads) // where others end meanwhile
	if known && threads-c.threads < maximalProcesses/4 {
		return
	}
	older, all := p.older(c), p.beside()
	kept := older(all)
	n := len(slices.DeleteFunc(all, func(q session.Process) bool { return kept[q.PID] }))
	if n <= maximalProcesses {
		return
	}
	if _, err := p.session.KillBeside(older); err != nil {
		p.complain("%v", err)
	}
	p.condemn(c, tooMany(n))
}

// older tells the processes that a living cell has not started: the one that it runs in, and what was there before it.
func (p *proxy) older(c *cell) func([]session.Process) map[int]bool {
	return func(all []session.Process) map[int]bool {
		kept := map[int]bool{p.living.session.Load().PID(): true}
		for _, q := range all {
			kept[q.PID] = kept[q.PID] || 0 < q.Started && q.Started <= c.born
		}
		return kept
	}
}

// beside are the process of living cells, and what that has started.
func (p *proxy) beside() []session.Process {
	if p.living.session.Load() == nil {
		return nil
	}
	all, err := p.session.Beside()
	if err != nil {
		return nil
	}
	return all
}
