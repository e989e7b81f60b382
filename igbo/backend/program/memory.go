package program

import (
	"reflect"
	"unsafe"
)

// alignment of every value, in bytes: a cache line, and a vector.
const alignment = 64

// block is memory of the given size that holds no pointers, aligned.
func block(bytes int) unsafe.Pointer {
	if bytes == 0 {
		return nil
	}
	words := make([]uint64, (bytes+alignment)/8+1)
	p := unsafe.Pointer(unsafe.SliceData(words))
	return unsafe.Add(p, -uintptr(p)&(alignment-1))
}

// view is n elements at p.
func view[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// window is the elements lo to hi of those at p.
func window[T any](p unsafe.Pointer, lo, hi int) []T { return view[T](p, hi)[lo:hi:hi] }

// address is where a slice of any of the fixed types lies.
func address(flat any) unsafe.Pointer {
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

// cloned copies a slice of any type.
func cloned(flat any) any {
	source := reflect.ValueOf(flat)
	return reflect.AppendSlice(reflect.MakeSlice(source.Type(), 0, source.Len()), source).Interface()
}

// move copies bytes between values that do not overlap.
func move(to, from unsafe.Pointer, bytes int) { copy(view[byte](to, bytes), view[byte](from, bytes)) }

// bytesOf is the memory of a node's value.
func bytesOf(n *node) int { return n.size() * n.dtype().Size() }
