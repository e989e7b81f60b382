package program

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// team is a group of workers that run the steps of a loop together, each in its own goroutine. They synchronise at
// barriers. A worker that arrives early spins for a moment and then sleeps. An error of one worker stops all. If the
// cores are busy with other work, waiting may cost more than the team gains. The team then disbands after a step.
type team struct {
	outer   *loop // the outermost loop that the team runs
	size    int32
	arrived atomic.Int32
	round   atomic.Uint32
	broken  atomic.Bool
	again   bool // there is another step; worker 0 sets it between barriers

	start time.Time
	lost  atomic.Int64 // total time in nanoseconds that workers waited after spinning
	last  atomic.Int64 // number of steps after which the team disbands

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

// run calls work with the number of each worker and returns the first error. Worker 0 runs in the caller's goroutine. The
// last thing that work does must be to meet the other workers; all calls of work have then finished when run returns.
func (t *team) run(work func(worker int)) error {
	var wg sync.WaitGroup
	for worker := 1; worker < int(t.size); worker++ {
		wg.Go(func() { t.guarded(work, worker) })
	}
	t.guarded(work, 0)
	if t.broken.Load() { // otherwise all workers have met, although some goroutines may not have returned yet
		wg.Wait()
	}
	return t.err
}

// guarded runs work for one worker. If it panics, guarded records the error and stops the team.
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
	// trial is the minimum time before a team disbands, and the time after which a single worker looks for others.
	trial = 2 * time.Millisecond
	// regret determines how long loops run on one worker after a wasteful team: regret times the run time of that team.
	regret = 16
)

var (
	epoch = time.Now()
	solo  atomic.Int64 // time until which loops run on one worker, in nanoseconds since epoch
)

// soloFor returns the remaining time for which loops run on one worker.
func soloFor() time.Duration { return time.Duration(solo.Load()) - time.Since(epoch) }

// wasteful reports whether one worker would have been faster than this team, which has run for the time elapsed.
func (t *team) wasteful(elapsed time.Duration) bool {
	return time.Duration(t.lost.Load()) > time.Duration(t.size-1)*elapsed*3/4
}

// disband sets the number of steps of the outer loop after which the team stops, if it should become smaller or may
// become larger. Worker 0 calls it before the last of these steps.
func (t *team) disband(steps int) {
	if elapsed := time.Since(t.start); elapsed > trial && (t.size > 1 && t.wasteful(elapsed) || t.size == 1 && soloFor() <= 0) {
		t.last.Store(int64(steps))
	}
}

// learn makes loops run on one worker for some time if this team was wasteful.
func (t *team) learn() {
	if elapsed := time.Since(t.start); t.size > 1 && t.wasteful(elapsed) {
		solo.Store(int64(time.Since(epoch) + regret*elapsed))
	}
}

const (
	// awake is the number of checks that a waiting worker makes before it yields to other goroutines, some tens of
	// microseconds.
	awake = 20000
	// patience is how long a waiting worker yields before it sleeps.
	patience = 300 * time.Microsecond
)

// meet waits until all workers have arrived. It returns false if an error stopped the team.
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
