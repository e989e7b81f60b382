package host

import (
	"fmt"
	"maps"
	"slices"
	"unsafe"
)

// Offsets and numbers of the runtime. [alike] sets them to those of its release.
var (
	threadOfGoroutine uintptr // offset of the thread in a goroutine; a thread's first word is its scheduler's goroutine
	goroutineOfThread uintptr // offset of the goroutine that a thread runs
	guardOfStack      uintptr // offset of the stack guard in a goroutine; its first word is the lowest address of its stack
	leastStack        uintptr // distance from the lowest address to the guard
	askedToLeave      uintptr // value of the guard that asks a goroutine to yield
	goroutineInCall   uint32  // status in a system call
	goroutineWaits    uint32  // status while waiting
	panicOfGoroutine  uintptr // offset of the innermost panic in a goroutine
	linkOfPanic       uintptr // offset of the enclosing panic in a panic
	openCodedDefers   uint8   // number of the function data with the offset of the byte of deferred calls
)

// alike sets the offsets and numbers from the facts that the compiler printed, and compares other facts with the structs of this package.
// It returns an error if a fact is missing or a struct does not have the layout of the runtime's.
func alike(facts map[string]uint64) error {
	var missing []string
	get := func(name string) uint64 {
		v, is := facts[name]
		if !is {
			missing = append(missing, name)
		}
		return v
	}
	threadOfGoroutine, goroutineOfThread, guardOfStack = uintptr(get("g_m")), uintptr(get("m_curg")), uintptr(get("g_stackguard0"))
	leastStack, askedToLeave = uintptr(get("const_stackGuard")), uintptr(get("const_stackPreempt"))
	goroutineInCall, goroutineWaits = uint32(get("const__Gsyscall")), uint32(get("const__Gwaiting"))
	panicOfGoroutine, linkOfPanic = uintptr(get("g__panic")), uintptr(get("_panic_link"))
	openCodedDefers = uint8(get("const_FUNCDATA_OpenCodedDeferInfo"))
	var md moduledata
	var m itab
	var b bitvector
	here := map[string]uintptr{
		"moduledata__size": unsafe.Sizeof(md), "moduledata_minpc": unsafe.Offsetof(md.minpc), "moduledata_text": unsafe.Offsetof(md.text), "moduledata_noptrdata": unsafe.Offsetof(md.noptrdata),
		"moduledata_data": unsafe.Offsetof(md.data), "moduledata_bss": unsafe.Offsetof(md.bss), "moduledata_noptrbss": unsafe.Offsetof(md.noptrbss), "moduledata_end": unsafe.Offsetof(md.end),
		"moduledata_types": unsafe.Offsetof(md.types), "moduledata_rodata": unsafe.Offsetof(md.rodata), "moduledata_inittasks": unsafe.Offsetof(md.inittasks), "moduledata_hasmain": unsafe.Offsetof(md.hasmain),
		"moduledata_gcdatamask": unsafe.Offsetof(md.gcdatamask), "moduledata_gcbssmask": unsafe.Offsetof(md.gcbssmask), "moduledata_typemap": unsafe.Offsetof(md.typemap), "moduledata_next": unsafe.Offsetof(md.next),
		"itab__size": unsafe.Sizeof(m), "itab_Type": unsafe.Offsetof(m.typ), "itab_Fun": unsafe.Offsetof(m.fun), "bitvector__size": unsafe.Sizeof(b), "bitvector_bytedata": unsafe.Offsetof(b.bytes),
		"stack_lo": 0, "g_stack": 0, "m_g0": 0, "_panic_arg": 0,
	}
	for _, name := range slices.Sorted(maps.Keys(here)) {
		if got := uintptr(get(name)); got != here[name] && len(missing) == 0 {
			return fmt.Errorf("host: checking the runtime: %s is %d, want %d", name, got, here[name])
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("host: checking the runtime: the facts %q are missing", missing)
	}
	return nil
}
