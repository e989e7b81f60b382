package program

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// team is the workers that take the steps of a loop together, each on its own goroutine. They meet at barriers, where a
// worker that is early waits awake for a moment and then sleeps. An error of one ends the work of all. Where cores are busy with
// other work, waiting costs more than the team gains: it then disbands, after a step.
type team struct {
	outer   *loop // of the loops that it runs, that which holds the others
	size    int32
	arrived atomic.Int32
	round   atomic.Uint32
	broken  atomic.Bool
	again   bool // there is another step; the first worker sets it between barriers

	start time.Time
	lost  atomic.Int64 // the time that workers have waited for long, in nanoseconds
	last  atomic.Int64 // the number of steps after which it has disbanded

	mu     sync.Mutex
	wake   sync.Cond
	asleep atomic.Int32
	err    error
}

func newTeam(outer *loop, size int) *team {
	t := &team{outer: outer, size: int32(size), start: time.Now()}
	t.wake.L = &t.mu
	t.last.Store(math.MaxInt64)
	return t
}

// run calls work with the number of each worker, the first one on the caller's goroutine, and returns the first error. All work
// ends before it returns, if the last thing that a worker does is to meet the others.
func (t *team) run(work func(worker int)) error {
	var wg sync.WaitGroup
	for worker := 1; worker < int(t.size); worker++ {
		wg.Go(func() { t.guarded(work, worker) })
	}
	t.guarded(work, 0)
	if t.broken.Load() { // else the others have arrived, but may not run for a while
		wg.Wait()
	}
	return t.err
}

// guarded ends the team's work if a worker panics.
func (t *team) guarded(work func(worker int), worker int) {
	err := func() (err error) {
		defer rescue(&err)
		work(worker)
		return nil
	}()
	if err == nil {
		return
	}
	t.mu.Lock()
	if t.err == nil {
		t.err = err
	}
	t.broken.Store(true)
	t.wake.Broadcast()
	t.mu.Unlock()
}

const (
	// trial is the time after which a team may disband, and for which a worker is alone before it looks for others.
	trial = 2 * time.Millisecond
	// regret is how many times as long loops run on one worker after a team that was slower.
	regret = 16
)

var (
	epoch = time.Now()
	solo  atomic.Int64 // until when loops run on one worker, in nanoseconds from the epoch
)

// soloFor is how long loops still run on one worker.
func soloFor() time.Duration { return time.Duration(solo.Load()) - time.Since(epoch) }

// wasteful reports whether one worker alone would have been faster than a team which took so long.
func (t *team) wasteful(elapsed time.Duration) bool {
	return time.Duration(t.lost.Load()) > time.Duration(t.size-1)*elapsed*3/4
}

// disband ends the team's work after so many steps of the outer loop if it should be smaller, or may be larger. The first worker calls it,
// before the last of these.
func (t *team) disband(steps int) {
	if elapsed := time.Since(t.start); elapsed > trial && (t.size > 1 && t.wasteful(elapsed) || t.size == 1 && soloFor() <= 0) {
		t.last.Store(int64(steps))
	}
}

// learn makes the next loops run on one worker for a time if this team was slower.
func (t *team) learn() {
	if elapsed := time.Since(t.start); t.size > 1 && t.wasteful(elapsed) {
		solo.Store(int64(time.Since(epoch) + regret*elapsed))
	}
}

const (
	// awake is how often a worker that waits looks before it lets other goroutines run, some tens of microseconds.
	awake = 20000
	// patience is how long it lets others run before it sleeps.
	patience = 300 * time.Microsecond
)

// meet waits until all workers have arrived. It reports false if the work has ended, by an error.
func (t *team) meet() bool {
	if t.size == 1 {
		return true
	}
	round := t.round.Load()
	if t.arrived.Add(1) == t.size {
		t.arrived.Store(0)
		t.round.Add(1)
		if t.asleep.Load() > 0 {
			t.mu.Lock()
			t.wake.Broadcast()
			t.mu.Unlock()
		}
		return !t.broken.Load()
	}
	for range awake {
		if t.round.Load() != round || t.broken.Load() {
			return !t.broken.Load()
		}
		pause()
	}
	start := time.Now()
	defer func() { t.lost.Add(int64(time.Since(start))) }()
	for time.Since(start) < patience {
		runtime.Gosched()
		if t.round.Load() != round || t.broken.Load() {
			return !t.broken.Load()
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asleep.Add(1)
	for t.round.Load() == round && !t.broken.Load() {
		t.wake.Wait()
	}
	t.asleep.Add(-1)
	return !t.broken.Load()
}
