//go:build amd64 && goexperiment.simd

package program

import "unsafe"

// Tiles of a product, in assembly: c += a·b of eight rows or one, and of two vectors of
// columns, or of those columns of one vector that the mask's bits name. Strides are in
// bytes. Each element is a chain of fused multiplications and additions in the order of k,
// from 0 or, where more is set, from what c holds.

//go:noescape
func tile8x2Float32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool)

//go:noescape
func tile8xPartFloat32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, mask int)

//go:noescape
func tile1x2Float32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool)

//go:noescape
func tile1xPartFloat32(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, mask int)

//go:noescape
func tile8x2Float64(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool)

//go:noescape
func tile8xPartFloat64(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, mask int)

//go:noescape
func tile1x2Float64(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool)

//go:noescape
func tile1xPartFloat64(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, mask int)
