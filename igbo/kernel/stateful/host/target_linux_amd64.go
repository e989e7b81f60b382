package host

import (
	"sync/atomic"
	"unsafe"
)

// target is the goroutine of a cell that may have to be ended.
type target struct {
	goroutine   atomic.Uintptr
	ending      atomic.Bool    // it must end, and is counted in endings
	armed       atomic.Bool    // it ends at the next safe point
	gentle      atomic.Bool    // only in code of cells, because library code may hold a lock that nobody would release
	givenUp     atomic.Bool    // abandoned: nobody waits for it
	interrupted atomic.Bool    // it was ended
	leaves      atomic.Bool    // its Goexit is pending
	left        atomic.Int32   // single steps that it may still take
	walks       atomic.Bool    // it is single-stepping
	walked      atomic.Int32   // steps since it last rested or waited
	steps       atomic.Int32   // steps in total
	round       atomic.Uintptr // the first backward jump among them; 0 if there was none, or if a map element was assigned since
	last        atomic.Uintptr // the instruction of the last step; 0 before the first
	rests       atomic.Bool    // it takes no steps, so it proceeds
	back        atomic.Uintptr // the return address if the last step was a return, otherwise 0
	barrier     atomic.Bool    // the steps have reached a write barrier
	place       *atomic.Pointer[target]
	over        chan struct{} // closed when nothing needs to be ended any more
	unwound     patience      // of the goroutine that handles abandoned cells
}

// places holds the targets of the running cell and of abandoned cells. Each execution has its own target, so an interrupt of one cell never
// ends the next.
type places struct {
	slots [8]atomic.Pointer[target]
	next  atomic.Pointer[places] // never removed, because a signal handler may be reading it
}

var (
	targets places
	endings atomic.Int32 // targets that must end
)

// newTarget returns a target for an execution, in the first free place.
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

// aimedAt returns the target of a goroutine that must end, or nil.
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

// aim makes the goroutine end at the next safe point. It returns false if that was done before.
func (t *target) aim() bool {
	t.gentle.Store(true)
	t.arm()
	if !t.ending.CompareAndSwap(false, true) {
		return false
	}
	endings.Add(1)
	return true
}

// arm makes the goroutine end at the next safe point.
func (t *target) arm() {
	t.grant(fewSteps)
	t.armed.Store(true)
}

// grant sets the number of single steps that the goroutine may take. An abandoned goroutine may take more.
//
//go:nosplit
func (t *target) grant(steps int32) {
	if t.givenUp.Load() {
		steps = mostSteps
	}
	t.left.Store(steps)
}

// release marks the target as ended and frees its place.
func (t *target) release() {
	t.goroutine.Store(0)
	if t.place.CompareAndSwap(t, nil) {
		if t.ending.Swap(true) {
			endings.Add(-1)
		}
		close(t.over)
	}
}

// ended reports whether the target has ended.
func (t *target) ended() bool {
	select {
	case <-t.over:
		return true
	default:
		return false
	}
}

// waits reports whether the goroutine waits, also for the system. It is then caught when it continues.
func (t *target) waits() bool {
	g := t.goroutine.Load()
	if g == 0 {
		return false
	}
	status := readgstatus(*(*unsafe.Pointer)(unsafe.Pointer(&g))) // Go never frees the memory of goroutines
	return status == goroutineInCall || status == goroutineWaits
}
