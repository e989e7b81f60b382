package host

import (
	"runtime"
	"unsafe"
)

// A blocked goroutine gets no signal. To keep a goroutine that must end from continuing after its wait, these functions check it wherever
// the runtime resumes goroutines. Such a goroutine continues in single steps up to the first point where it can be ended. The linker
// replaces functions of the runtime by these. They have names in package runtime, so stack traces omit them.

//go:linkname casgstatus runtime.casgstatus
func casgstatus(g unsafe.Pointer, from, to uint32)

//go:linkname mcall runtime.mcall
func mcall(f unsafe.Pointer)

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()

//go:linkname canpanic runtime.canpanic
func canpanic() bool

// step makes the processor single-step.
func step()

// chosen replaces the function that marks a goroutine as running after the scheduler has chosen it.
//
//go:linkname chosen runtime.statefulChosen
func chosen(g unsafe.Pointer, from, to uint32) {
	casgstatus(g, from, to)
	if endings.Load() != 0 {
		goesOn(uintptr(g))
	}
}

// switched replaces the function that switches to another goroutine, as an iterator does, until that goroutine switches back.
//
//go:linkname switched runtime.statefulSwitched
func switched(f unsafe.Pointer) {
	mcall(f)
	if endings.Load() != 0 {
		goesOn(current())
	}
}

// returned replaces the function that runs after a system call.
//
//go:nosplit
//go:linkname returned runtime.statefulReturned
func returned() {
	exitsyscall()
	if endings.Load() != 0 {
		goesOn(current())
	}
}

// collected replaces runtime.GC, in which no signal finds a goroutine.
//
//go:linkname collected runtime.statefulCollected
func collected() {
	runtime.GC()
	if endings.Load() != 0 {
		goesOn(current())
	}
}

// goesOn makes a goroutine that must end single-step from here, or from where its scheduler resumes it. An abandoned goroutine always
// single-steps. Others stop doing so after a number of steps: on a busy machine one long call, such as that of a growing map, would
// otherwise be interrupted so often that it never ends.
//
//go:nosplit
//go:linkname goesOn runtime.statefulGoesOn
func goesOn(g uintptr) {
	if t := aimedAt(g); t != nil && t.armed.Load() && (t.givenUp.Load() || !t.rests.Load() && t.walked.Load() < 2*someSteps) {
		t.grant(someSteps)
		t.round.Store(0) // the previous steps are unknown
		t.walks.Store(true)
		step()
	}
}

// canLeave replaces the runtime's first check after a failed instruction. An interrupted goroutine ends there through runtime.Goexit, which
// runs its deferred functions and which recover cannot stop.
//
//go:linkname canLeave runtime.statefulCanLeave
func canLeave() bool {
	if t := aimedAt(current()); t != nil && t.leaves.CompareAndSwap(true, false) {
		runtime.Goexit()
	}
	return canpanic()
}
