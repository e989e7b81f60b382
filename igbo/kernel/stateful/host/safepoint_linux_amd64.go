package host

import (
	"runtime"
	"strings"
	"unsafe"
)

// Functions that decide, from the instructions around an address, whether a value may be half written there.

// helps reports whether an address is in a function of the runtime that the compiler calls within a statement. Calls of exported functions
// are separate statements.
func helps(pc uintptr) bool {
	f := findfunc(pc)
	if f.function == nil {
		return true
	}
	name := funcname(f)
	if rest, is := strings.CutPrefix(name, "runtime."); is {
		return rest == "" || rest[0] < 'A' || rest[0] > 'Z'
	}
	return strings.HasPrefix(name, "internal/runtime/")
}

// blocks reports whether an address is in a function of the runtime that blocks a statement.
func blocks(pc uintptr) bool { return named(pc, "runtime.chan", "runtime.select", "runtime.block") }

// named reports whether the name of the function at an address has one of the prefixes.
func named(pc uintptr, prefixes ...string) bool {
	f := findfunc(pc)
	if f.function == nil {
		return false
	}
	name := funcname(f)
	for _, prefix := range prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

//go:linkname writeBarrier runtime.writeBarrier
var writeBarrier uint32

// asksCollector reports whether the instruction before an address is the check of the write barrier (CMPL of runtime.writeBarrier and 0).
// From there the compiler emits nothing else until the last pointer is written.
func asksCollector(pc uintptr) bool {
	const long = 7
	at := pc - long
	if f := findfunc(at).function; f == nil || f != findfunc(pc).function {
		return false
	}
	b := (*[long]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at)))
	return b[0] == 0x83 && b[1] == 0x3d && b[6] == 0 &&
		pc+uintptr(int32(uint32(b[2])|uint32(b[3])<<8|uint32(b[4])<<16|uint32(b[5])<<24)) == uintptr(unsafe.Pointer(&writeBarrier))
}

// settles reports whether the instruction at an address ends a statement: a return, a call that begins another statement, or the jump to
// the next round of a loop.
func (t *target) settles(pc uintptr) bool {
	b := (*[3]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	switch {
	case b[0] == callByte:
		to := called(pc)
		return !helps(to) || ofMaps(to) && (t.impatient() || !followsMapCall(pc))
	case b[0] == returnByte:
		return true
	case b[0] == 0xff: // CALL of a register or memory operand
		return b[1]&0x38 == 0x10
	case b[0] == 0x41 && b[1] == 0xff: // the same, for registers from R8
		return b[2]&0x38 == 0x10
	}
	return jumpsBack(pc) && !copies(pc) && t.loops(pc)
}

// loops reports whether a backward jump starts the next round of a loop. If the compiler has moved the first part of a loop behind its
// last, the jump can instead lead into a statement that has found the place of a map element and not stored the value yet. If the function
// assigns to maps, a full round without such a statement is required.
func (t *target) loops(pc uintptr) bool {
	if t.impatient() || t.round.Load() == pc || jumpsToItself(pc) || !assignsMaps(pc) {
		return true
	}
	t.round.CompareAndSwap(0, pc)
	return false
}

// impatient reports whether a goroutine has taken so many steps that any point will do at which all words of a value are written. Its loop may
// have no better point.
func (t *target) impatient() bool { return t.steps.Load() > patientSteps }

const patientSteps = 200_000

// jumpsBack reports whether the instruction at an address is a jump to a lower address.
func jumpsBack(pc uintptr) bool {
	b := (*[6]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	switch {
	case b[0] == 0xeb, b[0]&0xf0 == 0x70: // JMP and conditional jumps, short
		return int8(b[1]) < 0
	case b[0] == 0xe9:
		return int8(b[4]) < 0
	case b[0] == 0x0f && b[1]&0xf0 == 0x80:
		return int8(b[5]) < 0
	}
	return false
}

// jumpsToItself reports whether the instruction at an address is a JMP to itself, that is, an empty loop.
func jumpsToItself(pc uintptr) bool {
	b := (*[2]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	return b[0] == 0xeb && b[1] == 0xfe
}

// jumpsIfEqual reports whether the instruction at an address is a JEQ.
func jumpsIfEqual(pc uintptr) bool {
	b := (*[2]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	return b[0] == 0x74 || b[0] == 0x0f && b[1] == 0x84
}

// copies reports whether the jump at an address belongs to a loop that copies or clears one value. Such a jump follows ADDQ of 64 to a
// register and DECL of another.
func copies(pc uintptr) bool {
	const longest = 7
	at := pc - longest
	b := (*[longest]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at)))
	if b[5] != 0xff || b[6]&0xf8 != 0xc8 { // DECL
		return false
	}
	end := 5
	if b[4] == 0x41 {
		end--
	}
	return b[end-1] == 64 && b[end-2]&0xf8 == 0xc0 && b[end-3] == 0x83
}

// ofMaps reports whether an address is in a function that finds the place of a map element.
func ofMaps(pc uintptr) bool { return named(pc, "runtime.mapassign", "runtime.mapaccess") }

// followsMapCall reports whether a function calls a map function in the same line before an address. Both may belong to one statement.
func followsMapCall(pc uintptr) bool {
	f := findfunc(pc)
	line := lineOf(f, pc)
	return hasCall(f, pc, func(at, to uintptr) bool { return ofMaps(to) && lineOf(f, at) == line })
}

// assignsMaps reports whether the function at an address assigns to elements of maps.
func assignsMaps(pc uintptr) bool {
	return hasCall(findfunc(pc), ^uintptr(0), func(_, to uintptr) bool { return named(to, "runtime.mapassign") })
}

// hasCall reports whether a function contains a matching call before the address end.
func hasCall(f functionInfo, end uintptr, matches func(at, to uintptr) bool) bool {
	if f.function == nil {
		return false
	}
	const chunk = 16
	for at := (*runtime.Func)(f.function).Entry(); at < end && (at%chunk != 0 || findfunc(at).function == f.function); at++ {
		if to := called(at); to != 0 && to >= firstmoduledata.text && to < firstmoduledata.etext && matches(at, to) {
			return true
		}
	}
	return false
}

//go:linkname funcline1 runtime.funcline1
func funcline1(f functionInfo, pc uintptr, strict bool) (file string, line int32)

func lineOf(f functionInfo, pc uintptr) int32 {
	_, line := funcline1(f, pc, false)
	return line
}

const callByte, returnByte = 0xe8, 0xc3

// called returns the target of a relative call at an address, or 0 if there is none.
func called(pc uintptr) uintptr {
	b := (*[5]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	if b[0] != callByte {
		return 0
	}
	return pc + 5 + uintptr(int32(uint32(b[1])|uint32(b[2])<<8|uint32(b[3])<<16|uint32(b[4])<<24))
}
