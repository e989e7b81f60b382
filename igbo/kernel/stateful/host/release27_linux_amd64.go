//go:build go1.27

package host

import (
	"cmp"
	"slices"
	"unsafe"
)

// moduledata has the layout of the runtime's struct; [alike] compares them.
type moduledata struct {
	pcHeader                                          unsafe.Pointer
	funcnametab                                       []byte
	cutab                                             []uint32
	filetab, pctab, pclntable                         []byte
	ftab                                              []uint64
	findfunctab, minpc, maxpc                         uintptr
	text, etext, noptrdata, enoptrdata, data, edata   uintptr
	bss, ebss, noptrbss, enoptrbss, covctrs, ecovctrs uintptr
	end, gcdata, gcbss, types, typedesclen, etypes    uintptr
	itaboffset, itabsize, rodata                      uintptr
	gofunc, epclntab                                  uintptr
	textsectmap                                       [][3]uintptr
	ptab                                              []uint64
	pluginpath                                        string
	pkghashes                                         []modulehash
	inittasks                                         []unsafe.Pointer
	modulename                                        string
	modulehashes                                      []modulehash
	hasmain                                           uint8
	bad                                               bool
	gcdatamask, gcbssmask                             bitvector
	typemap                                           typemap
	next                                              *moduledata
}

// typemap maps types to those that replace them.
type typemap = map[unsafe.Pointer]unsafe.Pointer

//go:linkname moduleToTypelinks runtime.moduleToTypelinks
var moduleToTypelinks map[*moduledata][]unsafe.Pointer

//go:linkname moduleToTypelinksLock runtime.moduleToTypelinksLock
var moduleToTypelinksLock [2]uintptr

// tellTypes adds a module's types, sorted by their texts, to the list that reflection searches. The runtime makes that list itself for the
// types of a program.
func (md *moduledata) tellTypes(all []uint64) {
	types := make([]unsafe.Pointer, 0, len(all))
	for _, at := range all {
		types = append(types, pointer(at))
	}
	text := func(p unsafe.Pointer) string { return typeAt(uint64(uintptr(p))).String() }
	slices.SortStableFunc(types, func(a, b unsafe.Pointer) int { return cmp.Compare(text(a), text(b)) })
	runtimeLock(unsafe.Pointer(&moduleToTypelinksLock))
	if moduleToTypelinks == nil {
		moduleToTypelinks = map[*moduledata][]unsafe.Pointer{}
	}
	moduleToTypelinks[md] = types
	runtimeUnlock(unsafe.Pointer(&moduleToTypelinksLock))
}
