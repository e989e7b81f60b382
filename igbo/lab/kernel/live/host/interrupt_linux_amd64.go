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
	gentleTime  = 100 * time.Millisecond // in which a cell is ended in its own code alone
	signalPause = 2 * time.Millisecond
	lostPause   = 4 * time.Millisecond   // after steps that found no place, so that the goroutine gets on: a step takes thousands of times as long as an instruction
	unwinding   = 100 * time.Millisecond // for deferred calls, before the next try
	giveUp      = 200 * time.Millisecond // for a goroutine that waits for something all that while
	laterPause  = 20 * time.Millisecond
)

// end interrupts a goroutine until it has ended; false: it waits for something, by what stuck says. One that runs is not given up, as it
// would run on beside the next cell, however long a machine that is busy lets it wait for the processor.
func (t *target) end(stuck func() bool) bool {
	begin, waited := time.Now(), time.Now()
	unwound, rested := patience{}, false
	for {
		pause := signalPause
		switch lost := t.left.Load() <= 0; {
		case t.waits() && time.Since(waited) > giveUp:
			if stuck() {
				return false
			}
			waited = time.Now()
		case t.waits():
			t.walked.Store(0)
			t.rests.Store(false) // once it goes on it is to go by instructions
		case lost && !rested:
			waited, rested, pause = time.Now(), true, lostPause
			t.rests.Store(true)
		default:
			if waited, rested = time.Now(), false; lost {
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

// patience is the time that deferred calls get: of the clock, and of the processor, which a busy machine may not have given them.
type patience struct {
	since, worked time.Duration
	begun         bool
}

// over tells that the time has passed since the first call.
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

// processorTime is what the process has had of the processor.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // which does not fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// givenUp are cells that were given up. One goroutine looks after all of them: there may be hundreds.
var givenUp struct {
	sync.Mutex
	all []*target
}

// endLater ends a goroutine that was given up, whenever it goes on.
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

// endGivenUp ends what was given up and does not end by itself, until nothing of it is left.
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

// signalThreads signals each thread of the process: nobody knows which one runs a goroutine.
func signalThreads() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Tgkill(syscall.Getpid(), id, syscall.SIGTRAP) // one that has just ended is no failure
		}
	}
}
