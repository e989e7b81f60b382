package task

import (
	"reflect"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
)

// Alignment of every value, in bytes: a cache line, and a vector.
const Alignment = 64

// Block is memory of the given size that holds no pointers, aligned.
func Block(bytes int) unsafe.Pointer {
	if bytes == 0 {
		return nil
	}
	words := make([]uint64, (bytes+Alignment)/8+1)
	p := unsafe.Pointer(unsafe.SliceData(words))
	return unsafe.Add(p, -uintptr(p)&(Alignment-1))
}

// View is n elements at p.
func View[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// Window is the elements lo to hi of those at p.
func Window[T any](p unsafe.Pointer, lo, hi int) []T { return View[T](p, hi)[lo:hi:hi] }

// Address is where a slice of any of the fixed types lies.
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

// Move copies bytes between values that do not overlap.
func Move(to, from unsafe.Pointer, bytes int) { copy(View[byte](to, bytes), View[byte](from, bytes)) }

// BytesOf is the memory of a node's value.
func BytesOf(n *record.Node) int { return n.Size() * n.DType().Size() }
