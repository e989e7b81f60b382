//go:build amd64 && goexperiment.simd

package program

import (
	"simd/archsimd"
	"unsafe"
)

// Tiles of a product of float32: c += a·b of eight rows or one, of two vectors of columns or a
// part of one. Strides are in bytes. Each element is a chain of fused multiplications and
// additions in the order of k, from 0 or, where more is set, from what c holds.

func tile8x2Float32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool) {
	a0, a1, a2, a3, a4, a5, a6, a7 := a, unsafe.Add(a, lda), unsafe.Add(a, 2*lda), unsafe.Add(a, 3*lda), unsafe.Add(a, 4*lda), unsafe.Add(a, 5*lda), unsafe.Add(a, 6*lda), unsafe.Add(a, 7*lda)
	var c00, c01, c10, c11, c20, c21, c30, c31, c40, c41, c50, c51, c60, c61, c70, c71 archsimd.Float32x16
	if more {
		c00 = archsimd.LoadFloat32x16((*[16]float32)(c))
		c01 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 64)))
		c10 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 1*ldc)))
		c11 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 1*ldc+64)))
		c20 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 2*ldc)))
		c21 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 2*ldc+64)))
		c30 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 3*ldc)))
		c31 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 3*ldc+64)))
		c40 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 4*ldc)))
		c41 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 4*ldc+64)))
		c50 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 5*ldc)))
		c51 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 5*ldc+64)))
		c60 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 6*ldc)))
		c61 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 6*ldc+64)))
		c70 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 7*ldc)))
		c71 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 7*ldc+64)))
	}
	for i := 0; i < 4*k; i += 4 {
		b0 := archsimd.LoadFloat32x16((*[16]float32)(b))
		b1 := archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(b, 64)))
		v := archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a0, i)))
		c00 = v.MulAdd(b0, c00)
		c01 = v.MulAdd(b1, c01)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a1, i)))
		c10 = v.MulAdd(b0, c10)
		c11 = v.MulAdd(b1, c11)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a2, i)))
		c20 = v.MulAdd(b0, c20)
		c21 = v.MulAdd(b1, c21)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a3, i)))
		c30 = v.MulAdd(b0, c30)
		c31 = v.MulAdd(b1, c31)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a4, i)))
		c40 = v.MulAdd(b0, c40)
		c41 = v.MulAdd(b1, c41)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a5, i)))
		c50 = v.MulAdd(b0, c50)
		c51 = v.MulAdd(b1, c51)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a6, i)))
		c60 = v.MulAdd(b0, c60)
		c61 = v.MulAdd(b1, c61)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a7, i)))
		c70 = v.MulAdd(b0, c70)
		c71 = v.MulAdd(b1, c71)
		b = unsafe.Add(b, ldb)
	}
	c00.Store((*[16]float32)(c))
	c01.Store((*[16]float32)(unsafe.Add(c, 64)))
	c10.Store((*[16]float32)(unsafe.Add(c, 1*ldc)))
	c11.Store((*[16]float32)(unsafe.Add(c, 1*ldc+64)))
	c20.Store((*[16]float32)(unsafe.Add(c, 2*ldc)))
	c21.Store((*[16]float32)(unsafe.Add(c, 2*ldc+64)))
	c30.Store((*[16]float32)(unsafe.Add(c, 3*ldc)))
	c31.Store((*[16]float32)(unsafe.Add(c, 3*ldc+64)))
	c40.Store((*[16]float32)(unsafe.Add(c, 4*ldc)))
	c41.Store((*[16]float32)(unsafe.Add(c, 4*ldc+64)))
	c50.Store((*[16]float32)(unsafe.Add(c, 5*ldc)))
	c51.Store((*[16]float32)(unsafe.Add(c, 5*ldc+64)))
	c60.Store((*[16]float32)(unsafe.Add(c, 6*ldc)))
	c61.Store((*[16]float32)(unsafe.Add(c, 6*ldc+64)))
	c70.Store((*[16]float32)(unsafe.Add(c, 7*ldc)))
	c71.Store((*[16]float32)(unsafe.Add(c, 7*ldc+64)))
}

func tile8xPartFloat32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, m archsimd.Mask32x16) {
	a0, a1, a2, a3, a4, a5, a6, a7 := a, unsafe.Add(a, lda), unsafe.Add(a, 2*lda), unsafe.Add(a, 3*lda), unsafe.Add(a, 4*lda), unsafe.Add(a, 5*lda), unsafe.Add(a, 6*lda), unsafe.Add(a, 7*lda)
	var c00, c10, c20, c30, c40, c50, c60, c70 archsimd.Float32x16
	if more {
		c00 = archsimd.LoadMaskedFloat32x16((*[16]float32)(c), m)
		c10 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 1*ldc)), m)
		c20 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 2*ldc)), m)
		c30 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 3*ldc)), m)
		c40 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 4*ldc)), m)
		c50 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 5*ldc)), m)
		c60 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 6*ldc)), m)
		c70 = archsimd.LoadMaskedFloat32x16((*[16]float32)(unsafe.Add(c, 7*ldc)), m)
	}
	for i := 0; i < 4*k; i += 4 {
		b0 := archsimd.LoadMaskedFloat32x16((*[16]float32)(b), m)
		v := archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a0, i)))
		c00 = v.MulAdd(b0, c00)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a1, i)))
		c10 = v.MulAdd(b0, c10)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a2, i)))
		c20 = v.MulAdd(b0, c20)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a3, i)))
		c30 = v.MulAdd(b0, c30)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a4, i)))
		c40 = v.MulAdd(b0, c40)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a5, i)))
		c50 = v.MulAdd(b0, c50)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a6, i)))
		c60 = v.MulAdd(b0, c60)
		v = archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a7, i)))
		c70 = v.MulAdd(b0, c70)
		b = unsafe.Add(b, ldb)
	}
	c00.StoreMasked((*[16]float32)(c), m)
	c10.StoreMasked((*[16]float32)(unsafe.Add(c, 1*ldc)), m)
	c20.StoreMasked((*[16]float32)(unsafe.Add(c, 2*ldc)), m)
	c30.StoreMasked((*[16]float32)(unsafe.Add(c, 3*ldc)), m)
	c40.StoreMasked((*[16]float32)(unsafe.Add(c, 4*ldc)), m)
	c50.StoreMasked((*[16]float32)(unsafe.Add(c, 5*ldc)), m)
	c60.StoreMasked((*[16]float32)(unsafe.Add(c, 6*ldc)), m)
	c70.StoreMasked((*[16]float32)(unsafe.Add(c, 7*ldc)), m)
}

func tile1x2Float32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool) {
	a0 := a
	var c00, c01 archsimd.Float32x16
	if more {
		c00 = archsimd.LoadFloat32x16((*[16]float32)(c))
		c01 = archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(c, 64)))
	}
	for i := 0; i < 4*k; i += 4 {
		b0 := archsimd.LoadFloat32x16((*[16]float32)(b))
		b1 := archsimd.LoadFloat32x16((*[16]float32)(unsafe.Add(b, 64)))
		v := archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a0, i)))
		c00 = v.MulAdd(b0, c00)
		c01 = v.MulAdd(b1, c01)
		b = unsafe.Add(b, ldb)
	}
	c00.Store((*[16]float32)(c))
	c01.Store((*[16]float32)(unsafe.Add(c, 64)))
}

func tile1xPartFloat32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, m archsimd.Mask32x16) {
	a0 := a
	var c00 archsimd.Float32x16
	if more {
		c00 = archsimd.LoadMaskedFloat32x16((*[16]float32)(c), m)
	}
	for i := 0; i < 4*k; i += 4 {
		b0 := archsimd.LoadMaskedFloat32x16((*[16]float32)(b), m)
		v := archsimd.BroadcastFloat32x16(*(*float32)(unsafe.Add(a0, i)))
		c00 = v.MulAdd(b0, c00)
		b = unsafe.Add(b, ldb)
	}
	c00.StoreMasked((*[16]float32)(c), m)
}
