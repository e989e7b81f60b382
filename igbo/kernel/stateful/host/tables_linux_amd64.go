package host

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Later cells must refer to the same types and method tables that the runtime makes while it runs. Method tables are made where the linker
// can reach them, and are reported to the linker. A type that reflection made before a cell names it cannot be reached, so such a cell is
// refused.

// itab is the runtime's itab, a method table.
type itab struct {
	inter, typ *rtype
	hash       uint32
	fun        uintptr // the first function; 0 if the type lacks a method
}

//go:linkname itabTable runtime.itabTable
var itabTable unsafe.Pointer

//go:linkname findTable runtime.(*itabTableType).find
func findTable(table unsafe.Pointer, inter, typ *rtype) *itab

//go:linkname persistentalloc runtime.persistentalloc
func persistentalloc(size, align uintptr, stat unsafe.Pointer) unsafe.Pointer

// made holds memory for method tables, below 2 GB as the whole program, and the places of the tables in it.
var made struct {
	memory [4 << 20 / word]uintptr
	used   atomic.Uintptr // words
	starts [1 << 16]uintptr
	count  atomic.Int64
}

// Space replaces the runtime's allocation of method tables. It runs with the lock of the tables held.
//
//go:nosplit
func Space(size, align uintptr, stat unsafe.Pointer) unsafe.Pointer {
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

// reported is the number of tables that were reported to the kernel.
var reported struct {
	sync.Mutex
	count int64
}

// freshTables returns the tables that were made since the last call.
func freshTables() (all []message.Table) {
	reported.Lock()
	defer reported.Unlock()
	for n := made.count.Load(); reported.count < n; reported.count++ {
		m := (*itab)(unsafe.Pointer(&made.memory[made.starts[reported.count]]))
		if !published(m) {
			return all // it is not complete yet
		}
		if m.fun != 0 {
			all = append(all, message.Table{Interface: uint64(uintptr(unsafe.Pointer(m.inter))), Type: uint64(uintptr(unsafe.Pointer(m.typ))), Address: uint64(uintptr(unsafe.Pointer(m)))})
		}
	}
	return all
}

// published reports whether the runtime finds a table.
func published(m *itab) bool {
	runtimeLock(unsafe.Pointer(&itabLock))
	is := m.inter != nil && m.typ != nil && findTable(itabTable, m.inter, m.typ) == m
	runtimeUnlock(unsafe.Pointer(&itabLock))
	return is
}

// addTables adds a module's tables to the runtime's. It returns false if the runtime has made one of them itself.
//
//go:nosplit
func addTables(all []uint64) bool {
	alike := true
	runtimeLock(unsafe.Pointer(&itabLock))
	for _, i := range all {
		m := (*itab)(pointer(i))
		if other := findTable(itabTable, m.inter, m.typ); other != nil && other != m {
			alike = false
		}
	}
	if alike {
		for _, i := range all {
			itabAdd(pointer(i))
		}
	}
	runtimeUnlock(unsafe.Pointer(&itabLock))
	return alike
}

// errTwice is the error for a module that contains something that the process has made itself.
type errTwice struct{ text string }

func (e errTwice) Error() string { return e.text }

// checkTypes returns an error if reflection has already made a type of the module.
func checkTypes(all []uint64) error {
	for _, at := range all {
		t := typeAt(at)
		if other := reflected(t); other != nil && other != t {
			return errTwice{fmt.Sprintf("reflection made the type %v before a cell named it, so the two types would differ (run %%reset, and name the type in a cell first)", t)}
		}
	}
	return nil
}

// reflected returns the type as reflection makes it, or nil if reflection cannot make it.
func reflected(t reflect.Type) (made reflect.Type) {
	defer func() {
		if recover() != nil { // reflection cannot make this struct
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
