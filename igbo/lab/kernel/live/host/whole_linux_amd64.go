package host

import (
	"strings"
	"unsafe"
)

// Where no value is half written: what the instructions at an address and around it tell.

// returns tells that the next instruction is behind a call, all that was to be written before it is, and nothing that comes behind: it is not
// one with which the compiler writes a value in pieces.
func returns(pc uintptr) bool {
	if **(**byte)(unsafe.Pointer(&pc)) != returnByte {
		return false
	}
	return !pieces(pc)
}

// pieces tells an address in a function of the runtime before and behind which a value may be half written: one that moves or clears memory, of
// which a value may need several, as where what is appended is copied behind a slice's end; and the one that the scheduler calls between
// any two instructions.
func pieces(pc uintptr) bool {
	f := findfunc(pc)
	if f.function == nil {
		return true
	}
	name := funcname(f)
	for _, prefix := range [...]string{"runtime.asyncPreempt", "runtime.duff", "runtime.mem", "runtime.typedmem", "runtime.wb", "runtime.gcWriteBarrier", "runtime.bulk"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

//go:linkname writeBarrier runtime.writeBarrier
var writeBarrier uint32

// asksCollector tells that what comes before an address has asked whether the collector wants to know of pointers that are written
// (CMPL of runtime.writeBarrier and 0). From there the compiler lets nothing come between until the last of them is written.
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

// settled tells that the instruction at an address is a call, but of what writes pieces of values, a return or a jump back.
func settled(pc uintptr) bool {
	b := (*[6]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	switch {
	case b[0] == callByte:
		return !pieces(called(pc))
	case b[0] == returnByte:
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

const callByte, returnByte = 0xe8, 0xc3

// called is what the instruction at an address calls by its distance, 0 where it is no such call.
func called(pc uintptr) uintptr {
	b := (*[5]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
	if b[0] != callByte {
		return 0
	}
	return pc + 5 + uintptr(int32(uint32(b[1])|uint32(b[2])<<8|uint32(b[3])<<16|uint32(b[4])<<24))
}
