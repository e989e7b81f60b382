//go:build amd64 && goexperiment.simd

package program

import (
	"simd/archsimd"
	"unsafe"
)

// Maxima and minima of slices of float32, 16 elements at a time.

func maxVectors(y, a, b []float32) {
	pa, pb, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		larger(load(pa, i), load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		larger(some(pa, i, m), some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func maxVectorRight(y, a []float32, b float32) {
	pa, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	w := archsimd.BroadcastFloat32x16(b)
	i := 0
	for ; i+lanes <= n; i += lanes {
		larger(load(pa, i), w).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		larger(some(pa, i, m), w).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func maxVectorLeft(y []float32, a float32, b []float32) {
	pb, py, n := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(b)
	v := archsimd.BroadcastFloat32x16(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		larger(v, load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		larger(v, some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func minVectors(y, a, b []float32) {
	pa, pb, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		smaller(load(pa, i), load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		smaller(some(pa, i, m), some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func minVectorRight(y, a []float32, b float32) {
	pa, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	w := archsimd.BroadcastFloat32x16(b)
	i := 0
	for ; i+lanes <= n; i += lanes {
		smaller(load(pa, i), w).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		smaller(some(pa, i, m), w).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func minVectorLeft(y []float32, a float32, b []float32) {
	pb, py, n := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(b)
	v := archsimd.BroadcastFloat32x16(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		smaller(v, load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		smaller(v, some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}
