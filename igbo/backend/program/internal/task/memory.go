package task

import (
	"reflect"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
)

// Alignment is the alignment of every value in bytes. It is the size of a cache line and of the widest vector.
const Alignment = 64

// Block allocates aligned memory that contains no pointers.
func Block(bytes int) unsafe.Pointer {
	if bytes == 0 {
		return nil
	}
	words := make([]uint64, (bytes+Alignment)/8+1)
	p := unsafe.Pointer(unsafe.SliceData(words))
	return unsafe.Add(p, -uintptr(p)&(Alignment-1))
}

// View returns the n elements at p as a slice.
func View[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// Window returns the elements lo to hi of those at p.
func Window[T any](p unsafe.Pointer, lo, hi int) []T { return View[T](p, hi)[lo:hi:hi] }

// Address returns the address of the first element of a slice.
func Address(flat any) unsafe.Pointer {
	switch flat := flat.(type) {
	case []float32:
		return unsafe.Pointer(unsafe.SliceData(flat))
	case []float64:
		return unsafe.Pointer(unsafe.SliceData(flat))
	case []int32:
		return unsafe.Pointer(unsafe.SliceData(flat))
	case []int64:
		return unsafe.Pointer(unsafe.SliceData(flat))
	case []bool:
		return unsafe.Pointer(unsafe.SliceData(flat))
	}
	return reflect.ValueOf(flat).UnsafePointer()
}

// Move copies bytes between two values that must not overlap.
func Move(to, from unsafe.Pointer, bytes int) { copy(View[byte](to, bytes), View[byte](from, bytes)) }

// BytesOf returns the size of a node's value in bytes.
func BytesOf(n *record.Node) int { return n.Size() * n.DType().Size() }
