package host

import (
	"sync/atomic"
	"unsafe"
)

// target is the goroutine of a cell, which may have to be ended.
type target struct {
	goroutine atomic.Uintptr
	ending    atomic.Bool    // it is to be ended, and counts among those
	armed     atomic.Bool    // the next place where it can be ended does it
	gentle    atomic.Bool    // only in code of cells: a library's may hold a lock, which nobody would release
	givenUp   atomic.Bool    // nobody waits for it any more
	struck    atomic.Bool    // it was ended
	leaves    atomic.Bool    // its exit is to come
	at        atomic.Uintptr // where it was ended
	left      atomic.Int32   // single instructions that it may still go
	walks     atomic.Bool    // it goes by single instructions
	walked    atomic.Int32   // those that it has gone since it last rested or waited
	rests     atomic.Bool    // it goes by none, so that it gets on
	back      atomic.Uintptr // where the last of them returns to, 0 where it is no return
	barrier   atomic.Bool    // they have come to pointers of which the collector may want to know
	place     *atomic.Pointer[target]
	over      chan struct{} // closed when nothing is to be ended any more
	unwound   patience      // of those who look after what was given up
}

// places hold a cell that runs, and cells that were given up before. Each execution has a target of its own,
// so that what was meant for a cell never ends the next.
type places struct {
	slots [8]atomic.Pointer[target]
	next  atomic.Pointer[places] // never taken away: a signal may be reading it
}

var (
	targets places
	endings atomic.Int32 // targets that are to be ended
)

// newTarget is the target of an execution, in the first place that is free.
func newTarget() *target {
	t := &target{over: make(chan struct{})}
	for p := &targets; ; p = p.next.Load() {
		for i := range p.slots {
			if t.place = &p.slots[i]; t.place.CompareAndSwap(nil, t) {
				return t
			}
		}
		p.next.CompareAndSwap(nil, new(places))
	}
}

// aimedAt is the target that a goroutine is, nil where it is none that is to be ended.
//
//go:nosplit
func aimedAt(g uintptr) *target {
	if g == 0 || endings.Load() == 0 {
		return nil
	}
	for p := &targets; p != nil; p = p.next.Load() {
		for i := range p.slots {
			if t := p.slots[i].Load(); t != nil && t.goroutine.Load() == g && t.ending.Load() {
				return t
			}
		}
	}
	return nil
}

// aim lets what comes end the goroutine; false: that was done before.
func (t *target) aim() bool {
	t.gentle.Store(true)
	t.arm()
	if !t.ending.CompareAndSwap(false, true) {
		return false
	}
	endings.Add(1)
	return true
}

// arm lets the next place where the goroutine can be ended do it.
func (t *target) arm() {
	t.grant(fewSteps)
	t.armed.Store(true)
}

// grant lets the goroutine go some single instructions from now on, and many where it was given up.
//
//go:nosplit
func (t *target) grant(steps int32) {
	if t.givenUp.Load() {
		steps = mostSteps
	}
	t.left.Store(steps)
}

// release tells that nothing is to be ended any more.
func (t *target) release() {
	t.goroutine.Store(0)
	if t.place.CompareAndSwap(t, nil) {
		if t.ending.Swap(true) {
			endings.Add(-1)
		}
		close(t.over)
	}
}

// ended tells that nothing is to be ended any more.
func (t *target) ended() bool {
	select {
	case <-t.over:
		return true
	default:
		return false
	}
}

// What a goroutine does, as the runtime numbers it.
const (
	goroutineInCall = 3 // of the system
	goroutineWaits  = 4
)

// waits tells that a goroutine waits for something, or for the system: it is met when it goes on.
func (t *target) waits() bool {
	g := t.goroutine.Load()
	if g == 0 {
		return false
	}
	status := readgstatus(*(*unsafe.Pointer)(unsafe.Pointer(&g))) // whose memory Go never frees
	return status == goroutineInCall || status == goroutineWaits
}
