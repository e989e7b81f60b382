package host

import (
	"fmt"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// modulehash has the size of the runtime's modulehash. Nothing reads its fields.
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

// ones returns the number of set bits.
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

//go:linkname progToPointerMask runtime.progToPointerMask
func progToPointerMask(program *byte, size uintptr) bitvector

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

// typemaps keeps the typemaps of modules alive, because the collector does not scan modules.
var typemaps []typemap

// check compares a mapped module with the process. The module is not part of the program yet, so a refused module leaves nothing behind.
func (md *moduledata) check(data []message.Variable) error {
	for m := &firstmoduledata; m != nil; m = m.next {
		if m == md || overlap(m.minpc, m.maxpc, md.minpc, md.maxpc) || overlap(m.noptrdata, m.end, md.noptrdata, md.end) {
			return fmt.Errorf("the module overlaps another one")
		}
	}
	first := &firstmoduledata
	if md.types != first.types || md.text != first.text || md.rodata != first.rodata || md.hasmain != 0 || md.next != nil || md.typemap != nil {
		return fmt.Errorf("the module was linked for another host")
	}
	of := moduleMasks{
		data: progToPointerMask((*byte)(pointer(uint64(md.gcdata))), md.edata-md.data),
		bss:  progToPointerMask((*byte)(pointer(uint64(md.gcbss))), md.ebss-md.bss),
	}
	pointers := 0
	for _, v := range data {
		n, err := md.checkMask(v, of)
		if err != nil {
			return err
		}
		pointers += n
	}
	if n := of.data.ones() + of.bss.ones(); n != pointers {
		return fmt.Errorf("the garbage collector would treat %d words as pointers, but the variables have %d pointers", n, pointers)
	}
	return nil
}

// register makes a module part of the program, in the steps that Go takes for a plugin. It returns an error if the process has meanwhile
// made something that is in the module too. The module then stays part of the program, but none of its code has run.
func (md *moduledata) register(o message.Order) error {
	lastmoduledatap.next, lastmoduledatap = md, md
	modulesinit()
	md.typemap = typemap{} // its types are bound to the host's by name, so none is duplicated
	typemaps = append(typemaps, md.typemap)
	pluginftabverify(md)
	moduledataverify1(md)
	md.tellTypes(o.Types)
	if err := checkTypes(o.Types); err != nil {
		return err
	}
	if !addTables(o.Tables) {
		return errTwice{"the process already has a method table that the cell contains too"}
	}
	return nil
}

func overlap(a, b, c, d uintptr) bool { return a < d && c < b }
