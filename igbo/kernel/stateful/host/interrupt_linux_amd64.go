package host

import (
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

const (
	gentleTime  = 100 * time.Millisecond // time in which a cell is only ended in its own code
	signalPause = 2 * time.Millisecond
	lostPause   = 4 * time.Millisecond   // after steps without a safe point, so the goroutine proceeds; a step takes thousands of times as long as an instruction
	unwinding   = 100 * time.Millisecond // time for deferred calls before the next attempt
	giveUp      = 200 * time.Millisecond // time after which a blocked goroutine is abandoned
	longWait    = 5 * time.Second        // the same for waits within the runtime, which mostly end by themselves
	laterPause  = 20 * time.Millisecond
)

// end interrupts a goroutine until it has ended, and returns true. It returns false if the goroutine is blocked according to stuck. A
// running goroutine is never abandoned, because it would run concurrently with the next cell. This holds even if a busy machine gives it no
// processor time.
func (t *target) end(stuck func() bool) bool {
	begin, waited := time.Now(), time.Now() // the last check of what it waits for
	working := time.Now()                   // when it was last not waiting
	unwound, rested := patience{}, false
	for {
		pause := signalPause
		switch lost := t.left.Load() <= 0; {
		case t.waits() && time.Since(waited) > giveUp:
			if stuck() || time.Since(working) > longWait {
				return false
			}
			waited = time.Now()
		case t.waits():
			t.walked.Store(0)
			t.rests.Store(false) // single-step once it continues
		case lost && !rested:
			waited, working, rested, pause = time.Now(), time.Now(), true, lostPause
			t.rests.Store(true)
		default:
			if waited, working, rested = time.Now(), time.Now(), false; lost {
				t.walked.Store(0)
				t.grant(fewSteps)
			}
			t.rests.Store(false)
			signalThreads()
		}
		select {
		case <-t.over:
			return true
		case <-time.After(pause):
		}
		if time.Since(begin) > gentleTime {
			t.gentle.Store(false)
		}
		if !t.armed.Load() && unwound.over() {
			t.arm()
		}
	}
}

// patience limits the time of deferred calls: wall-clock time and processor time, because a busy machine may not have given them enough.
type patience struct {
	since, worked time.Duration
	begun         bool
}

// over reports whether the time has passed since the first call.
func (p *patience) over() bool {
	clock, worked := time.Since(started), processorTime()
	if !p.begun {
		*p = patience{clock, worked, true}
	}
	if clock-p.since < unwinding || worked-p.worked < unwinding/2 {
		return false
	}
	p.begun = false
	return true
}

var started = time.Now()

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // never fails with these arguments
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// givenUp holds the abandoned cells. One goroutine handles all of them, because there may be hundreds.
var givenUp struct {
	sync.Mutex
	all []*target
}

// endLater ends an abandoned goroutine when it continues.
func (t *target) endLater() {
	t.gentle.Store(false)
	t.givenUp.Store(true)
	t.arm()
	givenUp.Lock()
	defer givenUp.Unlock()
	if givenUp.all = append(givenUp.all, t); len(givenUp.all) == 1 {
		go endGivenUp()
	}
}

// endGivenUp ends abandoned goroutines that do not end by themselves, until none is left.
func endGivenUp() {
	for ; ; time.Sleep(laterPause) {
		givenUp.Lock()
		givenUp.all = slices.DeleteFunc(givenUp.all, (*target).ended)
		left, going := len(givenUp.all), false
		for _, t := range givenUp.all {
			if t.waits() || !t.armed.Load() && !t.unwound.over() {
				continue
			}
			t.arm()
			going = true
		}
		givenUp.Unlock()
		if left == 0 {
			return
		}
		if going {
			signalThreads()
		}
	}
}

// signalThreads signals all threads of the process, because the thread of a goroutine is unknown.
func signalThreads() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Tgkill(syscall.Getpid(), id, syscall.SIGTRAP) // fails only if the thread has just ended
		}
	}
}
