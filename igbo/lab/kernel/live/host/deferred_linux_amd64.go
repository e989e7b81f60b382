package host

import (
	"runtime"
	"unsafe"
)

// Which deferred calls a function has to make, it keeps in a byte of its frame, where the compiler writes them into the function
// itself. Where such a function has a loop that nothing can leave, the compiler leaves the byte unwritten: who ends the
// goroutine there would have it call whatever lies in the frame.

//go:linkname funcdata runtime.funcdata
func funcdata(f functionInfo, i uint8) unsafe.Pointer

//go:linkname funcspdelta runtime.funcspdelta
func funcspdelta(f functionInfo, pc uintptr) int32

const openCodedDefers = 4 // where a function says where that byte is

// tellsDeferred tells whether a function's byte of deferred calls is written, if it has one, at a settled instruction or right behind a call; it
// never is otherwise.
func tellsDeferred(pc uintptr, back bool) bool {
	f := findfunc(pc)
	info := funcdata(f, openCodedDefers)
	return info == nil || back || called(pc) != 0 || // what is called may panic
		writesByte(f, int32(funcspdelta(f, pc))-8-offsetIn(info))
}

// offsetIn reads how far below the frame's end the byte is: seven bits in each byte, the lowest first.
func offsetIn(info unsafe.Pointer) (offset int32) {
	for shift := 0; ; shift += 7 {
		b := *(*byte)(info)
		if offset |= int32(b&0x7f) << shift; b < 0x80 {
			return offset
		}
		info = unsafe.Add(info, 1)
	}
}

// writesByte tells whether a function has an instruction that writes a byte of its frame: MOVB of a constant or of a register, with a short
// or a long distance from the stack's end.
func writesByte(f functionInfo, at int32) bool {
	const chunk, longest = 16, 7
	entry := (*runtime.Func)(f.function).Entry()
	for pc := entry; pc%chunk != 0 || findfunc(pc).function == f.function; pc++ {
		b := (*[longest]byte)(*(*unsafe.Pointer)(unsafe.Pointer(&pc)))
		if b[0] != 0xc6 && b[0] != 0x88 || findfunc(pc+longest).function != f.function || b[2] != 0x24 {
			continue
		}
		switch b[1] &^ 0x38 {
		case 0x04:
			if at == 0 {
				return true
			}
		case 0x44:
			if int32(int8(b[3])) == at {
				return true
			}
		case 0x84:
			if int32(uint32(b[3])|uint32(b[4])<<8|uint32(b[5])<<16|uint32(b[6])<<24) == at {
				return true
			}
		}
	}
	return false
}

// leaveFrame lets the goroutine go on where a function would return to, without its deferred calls.
func leaveFrame(context unsafe.Pointer, pc uintptr) {
	sp := savedRegister(context, 15)
	top := uintptr(*sp) + uintptr(funcspdelta(findfunc(pc), pc))
	*savedRegister(context, 10) = uint64(word64(top-word, 0))
	*savedRegister(context, 16) = uint64(word64(top, 0))
	*sp = uint64(top + word)
}
