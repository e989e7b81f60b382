//go:build amd64 && goexperiment.simd

package program

import (
	"simd/archsimd"
	"unsafe"
)

// Arithmetic on slices of float32, 16 elements at a time; the last ones under a mask, so
// that an element's value does not depend on where it stands.

// vectorBinary is an operation in its three forms; false where there is none.
func vectorBinary(op string) (binary[float32, float32], bool) {
	if !vectors {
		return binary[float32, float32]{}, false
	}
	switch op {
	case "Add":
		return binary[float32, float32]{addVectors, addVectorRight, addVectorLeft}, true
	case "Sub":
		return binary[float32, float32]{subVectors, subVectorRight, subVectorLeft}, true
	case "Mul":
		return binary[float32, float32]{mulVectors, mulVectorRight, mulVectorLeft}, true
	case "Div":
		return binary[float32, float32]{divVectors, divVectorRight, divVectorLeft}, true
	case "Max":
		return binary[float32, float32]{maxVectors, maxVectorRight, maxVectorLeft}, true
	case "Min":
		return binary[float32, float32]{minVectors, minVectorRight, minVectorLeft}, true
	}
	return binary[float32, float32]{}, false
}

func addVectors(y, a, b []float32) {
	pa, pb, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Add(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Add(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func addVectorRight(y, a []float32, b float32) {
	pa, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	w := archsimd.BroadcastFloat32x16(b)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Add(w).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Add(w).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func addVectorLeft(y []float32, a float32, b []float32) {
	pb, py, n := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(b)
	v := archsimd.BroadcastFloat32x16(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v.Add(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v.Add(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func subVectors(y, a, b []float32) {
	pa, pb, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Sub(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Sub(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func subVectorRight(y, a []float32, b float32) {
	pa, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	w := archsimd.BroadcastFloat32x16(b)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Sub(w).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Sub(w).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func subVectorLeft(y []float32, a float32, b []float32) {
	pb, py, n := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(b)
	v := archsimd.BroadcastFloat32x16(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v.Sub(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v.Sub(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func mulVectors(y, a, b []float32) {
	pa, pb, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Mul(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Mul(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func mulVectorRight(y, a []float32, b float32) {
	pa, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	w := archsimd.BroadcastFloat32x16(b)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Mul(w).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Mul(w).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func mulVectorLeft(y []float32, a float32, b []float32) {
	pb, py, n := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(b)
	v := archsimd.BroadcastFloat32x16(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v.Mul(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v.Mul(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func divVectors(y, a, b []float32) {
	pa, pb, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Div(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Div(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func divVectorRight(y, a []float32, b float32) {
	pa, py, n := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(y)), len(a)
	w := archsimd.BroadcastFloat32x16(b)
	i := 0
	for ; i+lanes <= n; i += lanes {
		load(pa, i).Div(w).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		some(pa, i, m).Div(w).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func divVectorLeft(y []float32, a float32, b []float32) {
	pb, py, n := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(y)), len(b)
	v := archsimd.BroadcastFloat32x16(a)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v.Div(load(pb, i)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v.Div(some(pb, i, m)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}
