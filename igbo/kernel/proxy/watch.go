package proxy

import (
	"fmt"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
)

const (
	maximalProcesses = 512  // maximum for a cell
	moreProcesses    = 8192 // number of processes that the engine's user may have in addition to the present ones
	walkInterval     = 500 * time.Millisecond
	lingering        = time.Second      // time for which processes of a cell's program may keep the cell from ending
	numbersLast      = 10 * time.Second // time in which process IDs cannot wrap around, even with endless forks
	memoryReserve    = 0.05             // fraction of the memory of the machine or the container
	leastReserve     = 256 << 20        // bytes
	largestReserve   = 2 << 30          // bytes
)

// usage records the processes and the memory of a cell.
type usage struct {
	threads      int           // of the system at the start of the cell or at the last check
	first        int           // the last process ID that the system assigned before the cell began
	born         time.Duration // when it began, as [session.Uptime]
	resident     int64         // size of the values of stateful cells when memory first became scarce during the cell
	walked, over time.Time
}

// usageNow returns the usage at the start of a cell.
func usageNow() usage {
	threads, _ := pressure.Threads()
	return usage{threads: threads, first: pressure.Newest(), born: procgroup.Uptime(), walked: time.Now()}
}

// watch checks the running cell, and returns the time until the next check.
func (p *proxy) watch() time.Duration {
	c := p.running
	if c == nil || c.own || p.programs.pid == 0 {
		return idleInterval
	}
	p.catchUp(c, false)
	if c.held.overdue() {
		p.release(c)
	}
	p.watchInput(c)
	c.on.watch(p, c)
	return p.watchMemory(c)
}

// watchMemory ends a cell before the machine or the container runs out of memory.
func (p *proxy) watchMemory(c *cell) time.Duration {
	left, total, known := p.memory()
	if !known {
		return watchInterval
	}
	reserve := min(max(memoryReserve*total, leastReserve), largestReserve, total/4)
	if left > 4*reserve {
		return watchInterval
	}
	_, persist := c.on.(executor.Variables) // values of earlier cells use memory too
	if left > reserve && (!persist || c.resident > 0) {
		return watchInterval / 5
	}
	var held int64
	for _, q := range append(p.programs.others(), p.beside()...) {
		held += q.Resident
	}
	if persist && c.resident == 0 {
		c.resident = held
	}
	if left > reserve {
		return watchInterval / 5
	}
	if float64(held) < reserve || persist && float64(held-c.resident) < reserve/4 {
		return watchInterval // other programs or earlier cells use the memory, and this cell may be about to release it
	}
	p.condemn(c, cause{"OutOfMemory", fmt.Sprintf("the cell was stopped, before the machine ran out of memory: it used %.1f GB, and only %.1f of %.1f GB of memory were left",
		float64(held)/1e9, left/1e9, total/1e9)})
	return watchInterval
}

// watch ends a cell that starts too many processes. It also ends processes of a cell's program that keep the cell from ending.
func (e *programs) watch(p *proxy, c *cell) {
	threads, _ := pressure.Threads()
	switch {
	case threads-c.threads > maximalProcesses/4: // stopped first, because they would use the time that counting takes
		c.threads = threads
		e.session.Freeze()
		defer e.session.Thaw()
	case time.Since(c.walked) < walkInterval:
		return
	}
	c.walked = time.Now()
	others := e.others()
	if len(others) > maximalProcesses {
		p.condemn(c, tooMany(len(others)))
		return
	}
	over, left := false, 0
	for _, q := range others {
		if q.Parent == e.pid {
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
		e.killCells()
	}
}

// sweep ends processes that a program has left behind.
func (e *programs) sweep(c *cell) {
	if (time.Since(c.started) > numbersLast || pressure.StartedSince(c.first)) && len(e.others()) > 0 {
		e.killCells()
	}
}

func tooMany(n int) cause {
	return cause{"TooManyProcesses", fmt.Sprintf("the cell was stopped, because it started too many processes: %d (max %d)", n, maximalProcesses)}
}

// watch ends a stateful cell that keeps starting processes, with all of them. Processes of earlier cells continue, as values persist.
func (l *statefulSession) watch(p *proxy, c *cell) {
	threads, known := pressure.Threads()
	c.threads = min(c.threads, threads) // others may end in the meantime
	if known && threads-c.threads < maximalProcesses/4 {
		return
	}
	older, all := p.older(c), p.beside()
	kept := older(all)
	n := len(slices.DeleteFunc(all, func(q procgroup.Process) bool { return kept[q.PID] }))
	if n <= maximalProcesses {
		return
	}
	if _, err := p.session.KillBeside(older); err != nil {
		p.complain("%v", err)
	}
	p.condemn(c, tooMany(n))
}

// sweep implements runner. Processes of a stateful cell continue.
func (l *statefulSession) sweep(*cell) {}

// older returns the processes that a stateful cell has not started: its own process, and those that existed before.
func (p *proxy) older(c *cell) func([]procgroup.Process) map[int]bool {
	return func(all []procgroup.Process) map[int]bool {
		kept := map[int]bool{p.statefulSession.PID(): true}
		for _, q := range all {
			kept[q.PID] = kept[q.PID] || 0 < q.Started && q.Started <= c.born
		}
		return kept
	}
}

// beside returns the process of stateful cells, and what it has started.
func (p *proxy) beside() []procgroup.Process {
	if !p.statefulSession.Begun() {
		return nil
	}
	all, err := p.session.Beside()
	if err != nil {
		return nil
	}
	return all
}
