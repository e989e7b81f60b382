package host

import (
	"runtime"
	"unsafe"
)

// A goroutine that waits gets no signal. So that one which is to be ended does not run on once it has what it waited for, there is a look
// wherever the runtime gives goroutines the processor: from there such a one goes by single
// instructions to the first place where it can be ended. The linker puts these functions in the place of the runtime's, and
// their names are the runtime's, whose stacks do not show them.

//go:linkname casgstatus runtime.casgstatus
func casgstatus(g unsafe.Pointer, from, to uint32)

//go:linkname mcall runtime.mcall
func mcall(f unsafe.Pointer)

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()

//go:linkname canpanic runtime.canpanic
func canpanic() bool

// step has the processor go by single instructions.
func step()

// chosen stands in the place of what tells that a goroutine runs, where the scheduler has chosen it.
//
//go:linkname chosen runtime.liveChosen
func chosen(g unsafe.Pointer, from, to uint32) {
	casgstatus(g, from, to)
	if endings.Load() != 0 {
		goesOn(uintptr(g))
	}
}

// switched stands in the place of what gives the processor to another goroutine, as an iterator does, until that gives it back.
//
//go:linkname switched runtime.liveSwitched
func switched(f unsafe.Pointer) {
	mcall(f)
	if endings.Load() != 0 {
		goesOn(current())
	}
}

// returned stands in the place of what comes behind a call of the system.
//
//go:nosplit
//go:linkname returned runtime.liveReturned
func returned() {
	exitsyscall()
	if endings.Load() != 0 {
		goesOn(current())
	}
}

// collected stands in the place of runtime.GC, in which no signal finds a goroutine.
//
//go:linkname collected runtime.liveCollected
func collected() {
	runtime.GC()
	if endings.Load() != 0 {
		goesOn(current())
	}
}

// goesOn has a goroutine that is to be ended go by single instructions from here, or from where its scheduler comes to it: on a busy
// machine again and again within one call, that of a map that grows for instance, which would not come to its end so. One that was
// given up always does.
//
//go:nosplit
//go:linkname goesOn runtime.liveGoesOn
func goesOn(g uintptr) {
	if t := aimedAt(g); t != nil && t.armed.Load() && (t.givenUp.Load() || !t.rests.Load() && t.walked.Load() < 2*someSteps) {
		t.grant(someSteps)
		t.walks.Store(true)
		step()
	}
}

// canLeave stands in the place of what the runtime asks first where an instruction has failed: a goroutine that
// was struck leaves there, by the way that no recover stops, on which its deferred functions run.
//
//go:linkname canLeave runtime.liveCanLeave
func canLeave() bool {
	if t := aimedAt(current()); t != nil && t.leaves.CompareAndSwap(true, false) {
		runtime.Goexit()
	}
	return canpanic()
}
