package host

import (
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// An interrupt is a panic at a place where Go's scheduler could have taken the processor from the goroutine,
// as if an instruction there had failed. The runtime calls testSigtrap for the signal, which nothing
// else uses, and tells there whether it is such a place. There a string may be half written, its new length beside
// its old address: from there the processor goes on by single instructions to a call, a return or the end of a loop, which
// the compiler keeps behind all that was to be written.

//go:linkname testSigtrap runtime.testSigtrap
var testSigtrap func(info, context, g unsafe.Pointer) bool

//go:linkname isAsyncSafePoint runtime.isAsyncSafePoint
func isAsyncSafePoint(g unsafe.Pointer, pc, sp, lr uintptr) (bool, uintptr)

//go:linkname preparePanic runtime.(*sigctxt).preparePanic
func preparePanic(context unsafe.Pointer, signal uint32, g unsafe.Pointer)

//go:linkname contextPC runtime.(*sigctxt).sigpc
func contextPC(context unsafe.Pointer) uintptr

//go:linkname contextSP runtime.(*sigctxt).sigsp
func contextSP(context unsafe.Pointer) uintptr

//go:linkname readgstatus runtime.readgstatus
func readgstatus(g unsafe.Pointer) uint32

// waits tells that a goroutine waits for something, or for the system: no signal reaches it.
func (t *target) waits() bool {
	const syscalling, waiting = 3, 4
	g := t.goroutine.Load()
	if g == 0 {
		return false
	}
	status := readgstatus(*(*unsafe.Pointer)(unsafe.Pointer(&g))) // whose memory Go never frees
	return status == syscalling || status == waiting
}

// current is the goroutine that runs.
func current() uintptr

// target is the goroutine to be ended, and armed tells that the next signal may do it.
type target struct {
	goroutine atomic.Uintptr
	armed     atomic.Bool
	gentle    atomic.Bool    // only in code of cells: a library's may hold a lock, which nobody would release
	struck    atomic.Bool    // it was
	at        atomic.Uintptr // and there
	steps     atomic.Int32   // since the signal came
	place     *atomic.Pointer[target]
	over      chan struct{} // closed when nothing is to be ended any more
}

// places hold a cell that is interrupted, and cells that were given up before and run on. Each execution has a target of its own,
// so that what was meant for a cell never ends the next.
type places struct {
	slots [8]atomic.Pointer[target]
	next  atomic.Pointer[places] // never taken away: a signal may be reading it
}

var targets places

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

// release tells that nothing is to be ended any more.
func (t *target) release() {
	t.goroutine.Store(0)
	if t.place.CompareAndSwap(t, nil) {
		close(t.over)
	}
}

func catchInterrupts() { testSigtrap = strike }

// strike runs in the handler of the signal, on a stack of its own: it must not allocate. Where something may be half written it
// lets the processor go on by an instruction, after which the signal comes again.
func strike(_, context, g unsafe.Pointer) bool {
	flags := flagsOf(context)
	*flags &^= stepping
	for p := &targets; p != nil; p = p.next.Load() {
		for i := range p.slots {
			t := p.slots[i].Load()
			if t == nil || t.goroutine.Load() != uintptr(g) || g == nil || !t.armed.Load() {
				continue
			}
			pc, sp := contextPC(context), contextSP(context)
			if t.gentle.Load() && !ofCells(pc) {
				continue
			}
			safe, resume := isAsyncSafePoint(g, pc, sp, 0)
			switch {
			case safe && resume == pc && settled(pc):
				if t.armed.CompareAndSwap(true, false) {
					t.at.Store(pc)
					t.struck.Store(true)
					preparePanic(context, uint32(syscall.SIGTRAP), g)
				}
			case (safe || t.steps.Load() > 0) && t.steps.Add(1) < mostSteps:
				*flags |= stepping
			}
		}
	}
	return true
}

const (
	stepping  = 0x100 // the processor's flag for one instruction at a time
	mostSteps = 10_000
)

// flagsOf are the processor's flags with which a goroutine goes on after the signal: the 18th register of those that the kernel has
// saved, 40 bytes into its record, which is what the runtime's second word points to.
func flagsOf(context unsafe.Pointer) *uint64 {
	return (*uint64)(unsafe.Add((*[2]unsafe.Pointer)(context)[1], 40+17*8))
}

// settled tells that the instruction at an address is a call, a return or a jump back.
func settled(pc uintptr) bool {
	b := (*[6]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	switch {
	case b[0] == 0xe8, b[0] == 0xc3: // CALL, RET
		return true
	case b[0] == 0xff: // CALL of a register or of what is in memory
		return b[1]&0x38 == 0x10
	case b[0] == 0x41 && b[1] == 0xff: // likewise, of the registers from R8
		return b[2]&0x38 == 0x10
	case b[0] == 0xeb, b[0]&0xf0 == 0x70: // JMP and conditional jumps, near
		return int8(b[1]) < 0
	case b[0] == 0xe9:
		return int8(b[4]) < 0
	case b[0] == 0x0f && b[1]&0xf0 == 0x80:
		return int8(b[5]) < 0
	}
	return false
}

// ofCells tells an address in the code of a cell.
func ofCells(pc uintptr) bool { return pc >= room.low && pc < room.high }

const (
	gentleTime  = 100 * time.Millisecond // in which a cell is ended in its own code alone
	signalPause = 2 * time.Millisecond
	unwinding   = 100 * time.Millisecond // for deferred calls, before the next try
	giveUp      = 200 * time.Millisecond // for a goroutine that waits for something then
	giveUpAll   = 2 * time.Second        // for one that runs, on a machine that is busy
	laterPause  = 20 * time.Millisecond
)

// end interrupts a goroutine, for as long as giveUpAll, and giveUp where it waits all that while; false: it goes on. One that
// waits for a moment alone, as for the collector, would run on beside the next cell, were it given up.
func (t *target) end() bool {
	limit, gentle, ran := time.After(giveUpAll), time.After(gentleTime), time.Now()
	t.gentle.Store(true)
	t.armed.Store(true)
	for {
		t.signal()
		wait := signalPause
		if !t.armed.Load() {
			wait = unwinding
		}
		select {
		case <-t.over:
			return true
		case <-limit:
			return false
		case <-gentle:
			t.gentle.Store(false)
		case <-time.After(wait):
			if !t.waits() {
				ran = time.Now()
			} else if time.Since(ran) > giveUp {
				return false
			}
			t.armed.Store(true)
		}
	}
}

// endLater ends a goroutine that was given up, whenever it goes on.
func (t *target) endLater() {
	t.gentle.Store(false)
	for {
		wait := laterPause
		if !t.waits() {
			t.armed.Store(true)
			t.signal()
			if !t.armed.Load() {
				wait = unwinding
			}
		}
		select {
		case <-t.over:
			return
		case <-time.After(wait):
		}
	}
}

// signal signals each thread of the process: nobody knows which one runs the goroutine.
func (t *target) signal() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	t.steps.Store(0)
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = syscall.Tgkill(syscall.Getpid(), id, syscall.SIGTRAP) // one that has just ended is no failure
		}
	}
}
