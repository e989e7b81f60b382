package proxy

import (
	"fmt"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/pressure"
)

const (
	maximalProcesses = 512  // that a cell may have
	moreProcesses    = 8192 // than the system has, that the engine's user may have
	walkInterval     = 500 * time.Millisecond
	lingering        = time.Second // how long what a cell's program started may hold the cell after its end
	memoryReserve    = 0.05        // of the machine's or the container's memory
	leastReserve     = 256 << 20   // bytes
	largestReserve   = 2 << 30     // bytes
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
	if !c.lives {
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
	if left > reserve {
		return watchInterval / 5
	}
	var held int64
	if c.lives {
		held += residentOf(p.living.session.Load())
	}
	for _, q := range p.others() {
		held += q.Resident
	}
	if float64(held) < reserve {
		return watchInterval // somebody else's
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
		p.condemn(c, verdict{"TooManyProcesses", fmt.Sprintf("the cell had %d processes, and a cell may have %d: it was ended", len(others), maximalProcesses)})
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
