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
// else uses, and tells there whether it is such a place.

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
	slot      int
}

// targets are a cell that is interrupted, and cells that were given up before. Each execution has one of its own, so that
// what was meant for a cell never ends the next.
var targets [64]atomic.Pointer[target]

// newTarget is the target of an execution; the last place is that of the newest for which there is none.
func newTarget() *target {
	t := &target{}
	for i := range targets {
		if t.slot = i; targets[i].CompareAndSwap(nil, t) {
			return t
		}
	}
	targets[t.slot].Store(t)
	return t
}

// release tells that nothing is to be ended any more.
func (t *target) release() {
	t.goroutine.Store(0)
	targets[t.slot].CompareAndSwap(t, nil)
}

func catchInterrupts() { testSigtrap = strike }

// strike runs in the handler of the signal, on a stack of its own: it must not allocate.
func strike(_, context, g unsafe.Pointer) bool {
	for i := range targets {
		t := targets[i].Load()
		if t == nil || t.goroutine.Load() != uintptr(g) || g == nil || !t.armed.Load() {
			continue
		}
		pc, sp := contextPC(context), contextSP(context)
		if t.gentle.Load() && !ofCells(pc) {
			continue
		}
		if safe, resume := isAsyncSafePoint(g, pc, sp, 0); safe && resume == pc && t.armed.CompareAndSwap(true, false) {
			t.at.Store(pc)
			t.struck.Store(true)
			preparePanic(context, uint32(syscall.SIGTRAP), g)
		}
	}
	return true
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

// end interrupts a goroutine until over is closed, at most for so long, and for less where it waits all that while; false: it
// goes on. One that waits for a moment alone, as for the collector, would run on beside the next cell, were it given up.
func (t *target) end(over <-chan struct{}, least, most time.Duration, pause time.Duration) bool {
	limit, gentle, ran := time.After(most), time.After(gentleTime), time.Now()
	t.gentle.Store(true)
	t.armed.Store(true)
	for {
		signalAll()
		wait := pause
		if !t.armed.Load() {
			wait = unwinding
		}
		select {
		case <-over:
			return true
		case <-limit:
			return false
		case <-gentle:
			t.gentle.Store(false)
		case <-time.After(wait):
			if !t.waits() {
				ran = time.Now()
			} else if time.Since(ran) > least {
				return false
			}
			t.armed.Store(true)
		}
	}
}

// signalAll signals each thread of the process: nobody knows which one runs the goroutine.
func signalAll() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Tgkill(syscall.Getpid(), id, syscall.SIGTRAP) // one that has just ended is no failure
		}
	}
}
