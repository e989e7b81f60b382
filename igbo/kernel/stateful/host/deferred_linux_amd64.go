package host

import (
	"runtime"
	"unsafe"
)

// If the compiler inlines a function's deferred calls at its end, the function keeps a bit mask of the pending calls in a byte of its
// frame. If such a function has an endless loop, the compiler may omit the write of that byte. To end the goroutine in that loop would then
// run deferred calls by arbitrary bits.

//go:linkname funcdata runtime.funcdata
func funcdata(f functionInfo, i uint8) unsafe.Pointer

//go:linkname funcspdelta runtime.funcspdelta
func funcspdelta(f functionInfo, pc uintptr) int32

// tellsDeferred reports whether a function has no byte of deferred calls, or has written it at pc. The address pc is a settled instruction,
// or directly follows a call.
func tellsDeferred(pc uintptr, back bool) bool {
	f := findfunc(pc)
	info := funcdata(f, openCodedDefers)
	return info == nil || back || called(pc) != 0 || // the called function may panic
		writesByte(f, int32(funcspdelta(f, pc))-8-offsetIn(info))
}

// offsetIn decodes the byte's distance from the frame's end: seven bits per byte, least significant first.
func offsetIn(info unsafe.Pointer) (offset int32) {
	for shift := 0; ; shift += 7 {
		b := *(*byte)(info)
		if offset |= int32(b&0x7f) << shift; b < 0x80 {
			return offset
		}
		info = unsafe.Add(info, 1)
	}
}

// writesByte reports whether a function has an instruction that writes a byte of its frame: MOVB of a constant or a register, with a short
// or a long displacement from the stack pointer.
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

// leaveFrame makes the goroutine continue at the function's return address, without its deferred calls.
func leaveFrame(context unsafe.Pointer, pc uintptr) {
	sp := savedRegister(context, 15)
	top := uintptr(*sp) + uintptr(funcspdelta(findfunc(pc), pc))
	*savedRegister(context, 10) = uint64(word64(top-word, 0))
	*savedRegister(context, 16) = uint64(word64(top, 0))
	*sp = uint64(top + word)
}
