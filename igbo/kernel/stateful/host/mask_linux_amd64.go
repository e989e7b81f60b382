package host

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// rtype is the beginning of the runtime's type descriptor.
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

// grows reports whether the compiler gives a variable more memory than its type has. It does so for the interfaces of a type switch: the
// type has room for one. They are types of the program, which the collector does not scan.
func grows(name string, of, size uintptr) bool {
	return strings.Contains(name, "..interfaceSwitch.") && size > of && (size-of)%word == 0
}

// moduleMasks holds the pointer masks of a module: of its data, and of its zero-initialised variables.
type moduleMasks struct{ data, bss bitvector }

// checkMask compares the collector's pointer mask of a variable with its type. If they differed, the collector would free values that are
// in use. It returns the number of pointers in the variable. It returns an error if they differ, the variable is outside of the module, or
// its size is not its type's.
func (md *moduledata) checkMask(v message.Variable, of moduleMasks) (pointers int, err error) {
	t := (*rtype)(pointer(v.Type))
	at, size := uintptr(v.Address), uintptr(v.Size)
	if v.Type == 0 {
		return 0, fmt.Errorf("%s has no type", v.Name)
	}
	if t.size != size && !grows(v.Name, t.size, size) {
		return 0, fmt.Errorf("%s has %d bytes, but its type has %d", v.Name, size, t.size)
	}
	var low uintptr
	var mask bitvector
	switch {
	case at >= md.data && at+size <= md.edata:
		low, mask = md.data, of.data
	case at >= md.bss && at+size <= md.ebss:
		low, mask = md.bss, of.bss
	case at >= md.noptrdata && at+size <= md.enoptrdata, at >= md.noptrbss && at+size <= md.enoptrbss:
		if t.pointers != 0 {
			return 0, fmt.Errorf("%s has pointers, but is in memory that the garbage collector does not scan", v.Name)
		}
		return 0, nil
	default:
		return 0, fmt.Errorf("%s is outside of its module", v.Name)
	}
	types := getGCMask(t)
	for i := range size / word {
		want := i < t.pointers/word && *(*uint8)(unsafe.Add(unsafe.Pointer(types), i/8))>>(i%8)&1 != 0
		if got := mask.bit((at-low)/word + i); got != want {
			return 0, fmt.Errorf("word %d of %s: pointer for the garbage collector is %t, but pointer in its type is %t; they must be equal", i, v.Name, got, want)
		} else if want {
			pointers++
		}
	}
	return pointers, nil
}
