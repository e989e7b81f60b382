//go:build amd64 && goexperiment.simd

package program

// rounding tells whether products and functions of float32 differ by rounding from the backend's.
const rounding = true
