package host

import (
	"errors"
	"strings"
	"syscall"
	"unsafe"
)

// An interrupt ends a goroutine at an async safe point of Go's scheduler, as if the instruction there had failed. For its signal, SIGTRAP,
// which nothing else uses, the runtime calls testSigtrap, which can check whether the instruction is a safe point.
//
// At a safe point, a value can still be half written, for example a string with its new length and its old address. Therefore the processor
// continues from there in single steps until it reaches a call, a return or the end of a loop, before which the compiler completes all
// writes. It can also stop after a write barrier, because pointers are the last words of a value that are written. In the same way, the
// goroutine first leaves the runtime and code that must not be interrupted.

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

// functionInfo is the runtime's funcInfo.
type functionInfo struct{ function, _ unsafe.Pointer }

//go:linkname findfunc runtime.findfunc
func findfunc(pc uintptr) functionInfo

//go:linkname funcname runtime.funcname
func funcname(f functionInfo) string

// current returns the running goroutine.
func current() uintptr

// catchInterrupts installs the interrupt handler. It returns an error if the runtime's goroutines and threads do not have the expected
// layout.
func catchInterrupts() error {
	g := current()
	if m := word64(g, threadOfGoroutine); m == 0 || word64(m, goroutineOfThread) != g || behind(word64(m, 0)) != g {
		return errors.New("the runtime's threads do not have the expected layout")
	}
	if guard := word64(g, guardOfStack); guard != askedToLeave && guard != word64(g, 0)+leastStack {
		return errors.New("the runtime's stacks do not have the expected layout")
	}
	testSigtrap = interrupt
	return nil
}

func word64(at, offset uintptr) uintptr {
	at += offset
	return **(**uintptr)(unsafe.Pointer(&at))
}

// behind returns the goroutine that g's thread runs if g is a scheduler's goroutine, and 0 otherwise.
func behind(g uintptr) uintptr {
	if m := word64(g, threadOfGoroutine); m != 0 && word64(m, 0) == g {
		return word64(m, goroutineOfThread)
	}
	return 0
}

// interrupt runs in the signal handler, on the signal stack, so it must not allocate. If a goroutine cannot be ended yet, interrupt
// single-steps the processor: the signal recurs after one instruction.
func interrupt(_, context, g unsafe.Pointer) bool {
	flags := flagsOf(context)
	stepped := *flags&stepping != 0
	*flags &^= stepping
	if g == nil || endings.Load() == 0 {
		return true
	}
	if t := aimedAt(uintptr(g)); t != nil {
		if !stepped { // the previous steps are unknown
			t.round.Store(0)
			t.last.Store(0)
		}
		if t.armed.Load() && t.meet(context, g) {
			*flags |= stepping
		}
	} else if t := aimedAt(behind(uintptr(g))); t != nil && t.walks.Load() && t.walk(context) {
		*flags |= stepping
	}
	return true
}

// meet ends the goroutine if its current instruction allows this. Otherwise it reports whether the processor must single-step.
func (t *target) meet(context, g unsafe.Pointer) bool {
	pc := contextPC(context)
	if t.last.Swap(pc) == pc { // another signal came before the instruction was executed, and counting a jump twice would look like a round
		return t.walk(context)
	}
	back := t.back.Swap(0) == pc
	safe, resume := isAsyncSafePoint(g, pc, contextSP(context), 0)
	safePoint := false
	if safe {
		safePoint = t.barrier.Swap(false) || t.settles(pc)
	} else if asksCollector(pc) && (t.impatient() || jumpsIfEqual(pc) && jumpsBack(pc) && t.loops(pc)) {
		t.barrier.Store(true)
	}
	switch {
	case !safe:
	case t.gentle.Load() && !ofCells(pc) && !unbroken(pc):
		t.walks.Store(false)
		return false
	case resume == pc && (back || safePoint) && !unbroken(pc):
		t.walks.Store(false)
		if t.armed.CompareAndSwap(true, false) {
			if !tellsDeferred(pc, back) {
				leaveFrame(context, pc)
			}
			t.leaves.Store(true)
			t.interrupted.Store(true)
			preparePanic(context, uint32(syscall.SIGTRAP), g)
		}
		return false
	}
	if !t.walk(context) {
		return false
	}
	if **(**byte)(unsafe.Pointer(&pc)) == returnByte {
		switch {
		case !helps(pc), t.givenUp.Load() && blocks(pc): // an abandoned goroutine takes no further action itself
			t.back.Store(word64(contextSP(context), 0))
		case named(pc, "runtime.mapassign"):
			t.round.Store(0)
		}
	}
	return true
}

// walk lets the goroutine execute one more instruction, if its limit allows that.
func (t *target) walk(context unsafe.Pointer) bool {
	t.walked.Add(1)
	t.steps.Add(1)
	on := t.left.Add(-1) > 0 && !masks(context)
	t.walks.Store(on)
	switch {
	case !on:
		t.barrier.Store(false)
		t.round.Store(0)
	case !t.passes(context):
		leap(context)
	}
	return on
}

const (
	stepping  = 0x100   // trap flag of the processor
	fewSteps  = 1_000   // after a signal; long operations such as clearing memory need more, and proceed between signals
	someSteps = 4_000   // after a wait
	mostSteps = 200_000 // for an abandoned goroutine, which has time: flushing the write barrier buffer takes tens of thousands of steps
)

// leap executes a call that clears or copies much memory at once. Single-stepping it would take thousands of times as long.
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

// passes skips the stack check at the beginning of a function if it would only yield the processor. Under a lock the runtime cannot yield
// and defers it, and the collector requests it again. A goroutine in single steps would then repeat the check forever.
func (t *target) passes(context unsafe.Pointer) bool {
	pc := contextPC(context)
	b := (*[6]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	if b[1] != 0x3b || b[2] != 0x66 || b[3] != 0x10 { // CMPQ register, 16(R14)
		return false
	}
	low := *savedRegister(context, 15)
	switch b[0] {
	case 0x49: // SP
	case 0x4d: // R12, the future SP
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

const muchMemory = 512 // bytes

//go:linkname clearMemory runtime.memclrNoHeapPointers
func clearMemory(at unsafe.Pointer, size uintptr)

//go:linkname moveMemory runtime.memmove
func moveMemory(to, from unsafe.Pointer, size uintptr)

// The entry addresses of these functions.
var (
	clears, moves         = clearMemory, moveMemory
	clearEntry, moveEntry = **(**uintptr)(unsafe.Pointer(&clears)), **(**uintptr)(unsafe.Pointer(&moves))
)

// savedRegister returns a register in the signal context. The kernel saves the registers 40 bytes into the record that the runtime's second
// word points to.
func savedRegister(context unsafe.Pointer, n uintptr) *uint64 {
	return (*uint64)(unsafe.Add((*[2]unsafe.Pointer)(context)[1], 40+n*8))
}

// flagsOf returns the processor flags with which the goroutine continues after the signal.
func flagsOf(context unsafe.Pointer) *uint64 { return savedRegister(context, 17) }

// masks reports whether the next instruction is a system call that may block signals or start a thread or a process. If an instruction
// raises a blocked signal, the process ends.
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

// ofCells reports whether an address is in the code of a cell.
func ofCells(pc uintptr) bool { return pc >= space.low && pc < space.high && !libraries.has(pc) }

// unbroken reports whether an address is in, or calls, code that must run to its end: comparing or hashing keys, because a map may be half
// written; locks, because a waiter may not have been woken yet; file I/O and process starts, which hold locks that all cells share, such as
// that of the standard output; and the code that runs cells.
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
	for _, prefix := range [...]string{"type:.eq.", "type:.hash.", "sync.", "internal/sync.", "internal/poll.", "syscall.", "runtime.stateful", ownPrefix} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

const ownPrefix = "github.com/igbolab/igbolab/igbo/kernel/stateful/host."
