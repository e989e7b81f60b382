//go:build amd64 && goexperiment.simd

package program

import (
	"simd/archsimd"
	"unsafe"
)

// lanes is the number of float32 in a vector.
const lanes = 16

// vectors reports whether this machine has the vectors of the kernels here.
var vectors = archsimd.X86.AVX512()

// clearUpper clears the upper halves of the vector registers: while they are set, code
// without SIMD, such as math.Exp, takes a hundred times as long.
func clearUpper() {
	if archsimd.X86.AVX() {
		archsimd.ClearAVXUpperBits()
	}
}

// foreignLeast is the number of multiplications from which on the wrapped backend's kernels
// for AVX2 beat those in Go, copies and all.
const foreignLeast = 1 << 16

// foreignProduct reports whether the wrapped backend is faster at a product: on a machine
// with AVX2 and without AVX-512.
func foreignProduct(f form) bool {
	return !vectors && archsimd.X86.AVX2() && f.multiplications() >= foreignLeast
}

// lane is the vector of 16 from element i on.
func lane(p unsafe.Pointer, i int) *[lanes]float32 { return (*[lanes]float32)(unsafe.Add(p, 4*i)) }

func load(p unsafe.Pointer, i int) archsimd.Float32x16 { return archsimd.LoadFloat32x16(lane(p, i)) }

// some loads the elements of a mask, and zeros.
func some(p unsafe.Pointer, i int, m archsimd.Mask32x16) archsimd.Float32x16 {
	return archsimd.LoadMaskedFloat32x16(lane(p, i), m)
}

// first is the mask of the first n of 16 elements.
func first(n int) archsimd.Mask32x16 { return archsimd.Mask32x16FromBits(uint16(1<<n - 1)) }

// larger is the maximum as Go has it: NaN where one is, and +0 of both zeros.
func larger(a, b archsimd.Float32x16) archsimd.Float32x16 {
	both := a.AsInt32x16().And(b.AsInt32x16()).AsFloat32x16()
	return a.Merge(b.Merge(both.Merge(a.Max(b), a.Equal(b)), b.IsNaN()), a.IsNaN())
}

// smaller is the minimum as Go has it: NaN where one is, and −0 of both zeros.
func smaller(a, b archsimd.Float32x16) archsimd.Float32x16 {
	either := a.AsInt32x16().Or(b.AsInt32x16()).AsFloat32x16()
	return a.Merge(b.Merge(either.Merge(a.Min(b), a.Equal(b)), b.IsNaN()), a.IsNaN())
}
