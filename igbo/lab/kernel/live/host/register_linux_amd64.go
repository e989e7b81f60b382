package host

import (
	"fmt"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// moduledata is the runtime's; the linker says how large its own is, and a difference is refused.
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
	typemap                                           map[int32]unsafe.Pointer
	next                                              *moduledata
}

// modulehash has the size of the runtime's; nothing reads its fields.
type modulehash struct {
	_, _ string
	_    *string
}

type bitvector struct {
	n     int32
	bytes *uint8
}

func (b bitvector) bit(i uintptr) bool {
	return *(*uint8)(unsafe.Add(unsafe.Pointer(b.bytes), i/8))>>(i%8)&1 != 0
}

// ones is how many bits are set.
func (b bitvector) ones() (n int) {
	for i := range uintptr(b.n) {
		if b.bit(i) {
			n++
		}
	}
	return n
}

//go:linkname firstmoduledata runtime.firstmoduledata
var firstmoduledata moduledata

//go:linkname lastmoduledatap runtime.lastmoduledatap
var lastmoduledatap *moduledata

//go:linkname modulesinit runtime.modulesinit
func modulesinit()

//go:linkname pluginftabverify runtime.pluginftabverify
func pluginftabverify(*moduledata)

//go:linkname moduledataverify1 runtime.moduledataverify1
func moduledataverify1(*moduledata)

//go:linkname itabAdd runtime.itabAdd
func itabAdd(unsafe.Pointer)

//go:linkname itabLock runtime.itabLock
var itabLock [2]uintptr

//go:linkname runtimeLock runtime.lock
func runtimeLock(unsafe.Pointer)

//go:linkname runtimeUnlock runtime.unlock
func runtimeUnlock(unsafe.Pointer)

//go:linkname doInit runtime.doInit
func doInit([]unsafe.Pointer)

// typemaps keeps the maps of modules, which the collector does not see in them.
var typemaps []map[int32]unsafe.Pointer

// register makes a module that is mapped part of the program, by the steps that Go takes for a plugin.
// Nothing of it has run when it is refused.
func register(at uint64, data []message.Variable) error {
	md := (*moduledata)(pointer(at))
	for m := &firstmoduledata; m != nil; m = m.next {
		if m == md || overlap(m.minpc, m.maxpc, md.minpc, md.maxpc) || overlap(m.noptrdata, m.end, md.noptrdata, md.end) {
			return fmt.Errorf("the module overlaps another one")
		}
	}
	first := &firstmoduledata
	if md.types != first.types || md.text != first.text || md.rodata != first.rodata || md.hasmain != 0 || md.next != nil || md.typemap != nil {
		return fmt.Errorf("the module was linked for another host")
	}
	lastmoduledatap.next, lastmoduledatap = md, md
	modulesinit()
	md.typemap = map[int32]unsafe.Pointer{} // its types are the host's by name: nothing is double
	typemaps = append(typemaps, md.typemap)
	pluginftabverify(md)
	moduledataverify1(md)
	pointers := 0
	for _, v := range data {
		n, err := md.checkMask(v)
		if err != nil {
			return err
		}
		pointers += n
	}
	if n := md.gcdatamask.ones() + md.gcbssmask.ones(); n != pointers {
		return fmt.Errorf("the collector takes %d words for pointers, and the variables have %d", n, pointers)
	}
	if err := md.checkTypes(); err != nil {
		return err
	}
	if !addTables(md.itablinks) {
		return errTwice{"the process has made a table of methods that the cell has too"}
	}
	return nil
}

func overlap(a, b, c, d uintptr) bool { return a < d && c < b }
