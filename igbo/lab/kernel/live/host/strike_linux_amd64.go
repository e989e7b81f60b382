package host

import (
	"errors"
	"strings"
	"syscall"
	"unsafe"
)

// An interrupt ends a goroutine at a place where Go's scheduler could have taken the processor from it,
// as if an instruction there had failed. The runtime calls testSigtrap for the signal, which nothing
// else uses, and tells there whether it is such a place. There a string may be half written, its new length beside
// its old address: from there the processor goes on by single instructions to a call, a return or the end of a loop, which
// the compiler keeps behind all that was to be written, or to where pointers have been written of which the collector may want to
// know: they are the last words of values. So it goes out of the runtime too, and out of what must not
// be left half done.

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

// functionInfo is the runtime's for a function.
type functionInfo struct{ function, _ unsafe.Pointer }

//go:linkname findfunc runtime.findfunc
func findfunc(pc uintptr) functionInfo

//go:linkname funcname runtime.funcname
func funcname(f functionInfo) string

// current is the goroutine that runs.
func current() uintptr

// catchInterrupts lets interrupts come, where the runtime's goroutines and threads are as they are expected.
func catchInterrupts() error {
	g := current()
	if m := word64(g, threadOfGoroutine); m == 0 || word64(m, goroutineOfThread) != g || behind(word64(m, 0)) != g {
		return errors.New("the runtime's threads are not as they are expected")
	}
	if guard := word64(g, guardOfStack); guard != askedToLeave && guard != word64(g, 0)+leastStack {
		return errors.New("the runtime's stacks are not as they are expected")
	}
	testSigtrap = strike
	return nil
}

const (
	threadOfGoroutine = 48  // where a goroutine has its thread, whose first word is the goroutine of its scheduler
	goroutineOfThread = 184 // where a thread has the goroutine that it runs
)

func word64(at, offset uintptr) uintptr {
	at += offset
	return **(**uintptr)(unsafe.Pointer(&at))
}

// behind is the goroutine in whose place a scheduler's runs, 0 where it is none.
func behind(g uintptr) uintptr {
	if m := word64(g, threadOfGoroutine); m != 0 && word64(m, 0) == g {
		return word64(m, goroutineOfThread)
	}
	return 0
}

// strike runs in the handler of the signal, on a stack of its own: it must not allocate. Where a goroutine cannot be ended yet it
// lets the processor go on by an instruction, after which the signal comes again.
func strike(_, context, g unsafe.Pointer) bool {
	flags := flagsOf(context)
	*flags &^= stepping
	if g == nil || endings.Load() == 0 {
		return true
	}
	if t := aimedAt(uintptr(g)); t != nil {
		if t.armed.Load() && t.meet(context, g) {
			*flags |= stepping
		}
	} else if t := aimedAt(behind(uintptr(g))); t != nil && t.walks.Load() && t.walk(context) {
		*flags |= stepping
	}
	return true
}

// meet ends the goroutine if it can be ended where it is; true: it is to go on by an instruction.
func (t *target) meet(context, g unsafe.Pointer) bool {
	pc := contextPC(context)
	back := t.back.Swap(0) == pc
	safe, resume := isAsyncSafePoint(g, pc, contextSP(context), 0)
	whole := false
	if safe {
		whole = t.barrier.Swap(false) || settled(pc)
	} else if asksCollector(pc) {
		t.barrier.Store(true)
	}
	switch {
	case !safe:
	case t.gentle.Load() && !ofCells(pc) && !unbroken(pc):
		t.walks.Store(false)
		return false
	case resume == pc && (back || whole) && !unbroken(pc):
		t.walks.Store(false)
		if t.armed.CompareAndSwap(true, false) {
			if !tellsDeferred(pc, back) {
				leaveFrame(context, pc)
			}
			t.at.Store(pc)
			t.leaves.Store(true)
			t.struck.Store(true)
			preparePanic(context, uint32(syscall.SIGTRAP), g)
		}
		return false
	}
	if !t.walk(context) {
		return false
	}
	if returns(pc) {
		t.back.Store(word64(contextSP(context), 0))
	}
	return true
}

// walk lets the goroutine go on by an instruction, if it may.
func (t *target) walk(context unsafe.Pointer) bool {
	t.walked.Add(1)
	on := t.left.Add(-1) > 0 && !masks(context)
	t.walks.Store(on)
	switch {
	case !on:
		t.barrier.Store(false)
	case !t.passes(context):
		leap(context)
	}
	return on
}

const (
	stepping  = 0x100   // the processor's flag for one instruction at a time
	fewSteps  = 400     // from where a signal finds a goroutine: what clears memory, or the like, would take far more, and gets on between signals
	someSteps = 4_000   // from where one that has waited goes on
	mostSteps = 200_000 // and one that was given up, which has time: the collector's flush of pointers that were written takes tens of thousands
)

// leap does at once what a call would do in steps without number, thousands of times as long: clear much memory, or copy it.
func leap(context unsafe.Pointer) {
	pc, first, second := contextPC(context), *savedRegister(context, 13), *savedRegister(context, 11)
	switch {
	case pc == clearEntry && second >= muchMemory:
		clearMemory(pointer(first), uintptr(second))
	case pc == moveEntry && *savedRegister(context, 14) >= muchMemory:
		moveMemory(pointer(first), pointer(second), uintptr(*savedRegister(context, 14)))
	default:
		return
	}
	sp := savedRegister(context, 15)
	*savedRegister(context, 16) = uint64(word64(uintptr(*sp), 0))
	*sp += uint64(word)
}

// passes lets a goroutine pass the look at its stack with which a function begins, where only the processor would be taken from it: the
// collector asks for that again as soon as the runtime, which cannot do so under a lock, has put it off, and who goes by instructions
// would come back to the look each time.
func (t *target) passes(context unsafe.Pointer) bool {
	pc := contextPC(context)
	b := (*[6]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	if b[1] != 0x3b || b[2] != 0x66 || b[3] != 0x10 { // CMPQ of a register with 16(R14)
		return false
	}
	low := *savedRegister(context, 15)
	switch b[0] {
	case 0x49: // SP
	case 0x4d: // R12, what SP will be
		low = *savedRegister(context, 4)
	default:
		return false
	}
	g := uintptr(*savedRegister(context, 6))
	if g != t.goroutine.Load() || word64(g, guardOfStack) != askedToLeave || low <= uint64(word64(g, 0)+leastStack) {
		return false
	}
	switch {
	case b[4] == 0x76: // JLS
		*savedRegister(context, 16) += 4 + 2
	case b[4] == 0x0f && b[5] == 0x86:
		*savedRegister(context, 16) += 4 + 6
	default:
		return false
	}
	return true
}

const (
	guardOfStack = 16           // where a goroutine, whose first word is its stack's lowest address, has the one above which functions begin
	leastStack   = 928          // by so much
	askedToLeave = 1<<64 - 1314 // what the runtime writes there to have the processor
)

const muchMemory = 512 // bytes

//go:linkname clearMemory runtime.memclrNoHeapPointers
func clearMemory(at unsafe.Pointer, size uintptr)

//go:linkname moveMemory runtime.memmove
func moveMemory(to, from unsafe.Pointer, size uintptr)

// Where these begin.
var (
	clears, moves         = clearMemory, moveMemory
	clearEntry, moveEntry = **(**uintptr)(unsafe.Pointer(&clears)), **(**uintptr)(unsafe.Pointer(&moves))
)

// savedRegister is one of those that the kernel has saved, 40 bytes into its record, which is what the runtime's second word points to.
func savedRegister(context unsafe.Pointer, n uintptr) *uint64 {
	return (*uint64)(unsafe.Add((*[2]unsafe.Pointer)(context)[1], 40+n*8))
}

// flagsOf are the processor's flags with which a goroutine goes on after the signal.
func flagsOf(context unsafe.Pointer) *uint64 { return savedRegister(context, 17) }

// masks tells that the next instruction calls the system for what may keep signals away, or starts a thread or a process: a signal that
// an instruction raises while it is kept away would end the process.
func masks(context unsafe.Pointer) bool {
	pc := contextPC(context)
	if b := (*[2]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc))); b[0] != 0x0f || b[1] != 0x05 {
		return false
	}
	switch *savedRegister(context, 13) {
	case syscall.SYS_RT_SIGPROCMASK, syscall.SYS_RT_SIGRETURN, syscall.SYS_CLONE, syscall.SYS_FORK, syscall.SYS_VFORK, syscall.SYS_EXECVE, 435:
		return true
	}
	return false
}

// ofCells tells an address in the code of a cell.
func ofCells(pc uintptr) bool { return pc >= room.low && pc < room.high }

// unbroken tells an address in what has to come to its end, or a call of it: what compares or hashes keys, for a map that may be half
// written; locks, of which somebody who waits may not be told yet; and what runs cells.
func unbroken(pc uintptr) bool {
	if unbrokenName(pc) {
		return true
	}
	to := called(pc)
	return to != 0 && unbrokenName(to)
}

func unbrokenName(pc uintptr) bool {
	f := findfunc(pc)
	if f.function == nil {
		return false
	}
	name := funcname(f)
	for _, prefix := range [...]string{"type:.eq.", "type:.hash.", "sync.", "internal/sync.", "runtime.live", ownPrefix} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

const ownPrefix = "github.com/igbolab/igbolab/igbo/lab/kernel/live/host."
