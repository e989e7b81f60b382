package host

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// What the runtime makes while it runs has to be what later cells name. Tables of methods it makes where the
// linker can reach them, and the linker is told. A type that reflection has made before a cell names it cannot be
// reached: such a cell is refused.

// itab is the runtime's table of methods.
type itab struct {
	inter, typ *rtype
	hash       uint32
	fun        uintptr // the first function, 0 where the type lacks a method
}

//go:linkname itabTable runtime.itabTable
var itabTable unsafe.Pointer

//go:linkname findTable runtime.(*itabTableType).find
func findTable(table unsafe.Pointer, inter, typ *rtype) *itab

//go:linkname persistentalloc runtime.persistentalloc
func persistentalloc(size, align uintptr, stat unsafe.Pointer) unsafe.Pointer

// made is memory for tables, below 2 GB as all of the program is, and where they stand in it.
var made struct {
	memory [4 << 20 / word]uintptr
	used   atomic.Uintptr // words
	starts [1 << 16]uintptr
	count  atomic.Int64
}

// Room stands in the place of the runtime's allocation of tables. It runs with their lock held.
//
//go:nosplit
func Room(size, align uintptr, stat unsafe.Pointer) unsafe.Pointer {
	words := (size + word - 1) / word
	n := made.count.Load()
	at := made.used.Load()
	if at+words > uintptr(len(made.memory)) || n >= int64(len(made.starts)) {
		return persistentalloc(size, align, stat)
	}
	made.used.Store(at + words)
	made.starts[n] = at
	made.count.Store(n + 1)
	return unsafe.Pointer(&made.memory[at])
}

// reported is how many tables were told.
var reported struct {
	sync.Mutex
	count int64
}

// freshTables are those that were made since the last call.
func freshTables() (all []message.Table) {
	reported.Lock()
	defer reported.Unlock()
	for n := made.count.Load(); reported.count < n; reported.count++ {
		m := (*itab)(unsafe.Pointer(&made.memory[made.starts[reported.count]]))
		if !published(m) {
			return all // it is being made
		}
		if m.fun != 0 {
			all = append(all, message.Table{Interface: uint64(uintptr(unsafe.Pointer(m.inter))), Type: uint64(uintptr(unsafe.Pointer(m.typ))), Address: uint64(uintptr(unsafe.Pointer(m)))})
		}
	}
	return all
}

// published tells a table that the runtime finds.
func published(m *itab) bool {
	runtimeLock(unsafe.Pointer(&itabLock))
	is := m.inter != nil && m.typ != nil && findTable(itabTable, m.inter, m.typ) == m
	runtimeUnlock(unsafe.Pointer(&itabLock))
	return is
}

// addTables lets the runtime find the tables of a module; false: it has made one of them itself.
//
//go:nosplit
func addTables(all []unsafe.Pointer) bool {
	alike := true
	runtimeLock(unsafe.Pointer(&itabLock))
	for _, i := range all {
		m := (*itab)(i)
		if other := findTable(itabTable, m.inter, m.typ); other != nil && other != m {
			alike = false
		}
	}
	if alike {
		for _, i := range all {
			itabAdd(i)
		}
	}
	runtimeUnlock(unsafe.Pointer(&itabLock))
	return alike
}

// errTwice is why a module is refused that has what the process has made itself.
type errTwice struct{ text string }

func (e errTwice) Error() string { return e.text }

// checkTypes looks for types of a module that reflection has made before.
func (md *moduledata) checkTypes() error {
	for _, offset := range md.typelinks {
		t := typeAt(uint64(md.types) + uint64(offset))
		if other := reflected(t); other != nil && other != t {
			return errTwice{fmt.Sprintf("reflection has made the type %v before a cell named it, and the two would not be one: %%reset, and name it in a cell first", t)}
		}
	}
	return nil
}

// reflected is the type as reflection makes it, nil where it does not.
func reflected(t reflect.Type) (made reflect.Type) {
	defer func() {
		if recover() != nil { // a struct that reflection does not make
			made = nil
		}
	}()
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(t.Elem())
	case reflect.Slice:
		return reflect.SliceOf(t.Elem())
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), t.Elem())
	case reflect.Map:
		return reflect.MapOf(t.Key(), t.Elem())
	case reflect.Chan:
		return reflect.ChanOf(t.ChanDir(), t.Elem())
	case reflect.Func:
		return reflect.FuncOf(slices.Collect(t.Ins()), slices.Collect(t.Outs()), t.IsVariadic())
	case reflect.Struct:
		return reflect.StructOf(slices.Collect(t.Fields()))
	}
	return nil
}
