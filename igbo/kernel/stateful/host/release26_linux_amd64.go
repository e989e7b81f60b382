//go:build !go1.27

package host

import "unsafe"

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
	end, gcdata, gcbss, types, etypes, rodata         uintptr
	gofunc, epclntab                                  uintptr
	textsectmap                                       [][3]uintptr
	typelinks                                         []int32
	itablinks                                         []unsafe.Pointer
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

// typemap maps the offsets of types to the types that replace them.
type typemap = map[int32]unsafe.Pointer

// tellTypes does nothing: reflection finds a module's types in its description.
func (md *moduledata) tellTypes([]uint64) {}
