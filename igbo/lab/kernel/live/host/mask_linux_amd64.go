package host

import (
	"fmt"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// rtype is the head of a type, as the runtime has it.
type rtype struct {
	size, pointers uintptr
	hash           uint32
	flags          uint8
	align, field   uint8
	kind           uint8
	equal          func(unsafe.Pointer, unsafe.Pointer) bool
	mask           *byte
	name, pointer  int32
}

//go:linkname getGCMask runtime.getGCMask
func getGCMask(*rtype) *byte

const word = unsafe.Sizeof(uintptr(0))

// checkMask compares what the collector was told of a variable with what its type says: where they
// differ it would free what lives. It returns how many pointers that are. Errors: a difference; a variable outside of the module; a size that is not its type's.
func (md *moduledata) checkMask(v message.Variable) (pointers int, err error) {
	t := (*rtype)(pointer(v.Type))
	at, size := uintptr(v.Address), uintptr(v.Size)
	if v.Type == 0 {
		return 0, fmt.Errorf("%s has no type", v.Name)
	}
	if t.size != size {
		return 0, fmt.Errorf("%s has %d bytes, and its type %d", v.Name, size, t.size)
	}
	var low uintptr
	var mask bitvector
	switch {
	case at >= md.data && at+size <= md.edata:
		low, mask = md.data, md.gcdatamask
	case at >= md.bss && at+size <= md.ebss:
		low, mask = md.bss, md.gcbssmask
	case at >= md.noptrdata && at+size <= md.enoptrdata, at >= md.noptrbss && at+size <= md.enoptrbss:
		if t.pointers != 0 {
			return 0, fmt.Errorf("%s has pointers, and lies where the collector does not look", v.Name)
		}
		return 0, nil
	default:
		return 0, fmt.Errorf("%s lies outside of its module", v.Name)
	}
	types := getGCMask(t)
	for i := range size / word {
		want := i < t.pointers/word && *(*uint8)(unsafe.Add(unsafe.Pointer(types), i/8))>>(i%8)&1 != 0
		if got := mask.bit((at-low)/word + i); got != want {
			return 0, fmt.Errorf("word %d of %s: the collector takes it for a pointer: %t, its type: %t", i, v.Name, got, want)
		} else if want {
			pointers++
		}
	}
	return pointers, nil
}
