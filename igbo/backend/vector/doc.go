// Package vector provides the SIMD kernels of the embedded backend: functions, arithmetic, comparisons and selection on
// float32 slices, and tiles of float32 and float64 matrix products. All kernels write to memory that the caller owns.
//
// Command gen generates each kernel from one description: in assembly for AVX-512, AVX2 with FMA and NEON, and in plain
// Go for other machines. [Default] selects the fastest set of kernels that the machine supports. To select another set,
// set the environment variable IGBO_VECTOR to avx512, avx2, neon or plain.
//
// # Reproducibility
//
// All sets compute every element by the same IEEE 754 operations in the same order. The kernels therefore give identical
// bits on all processors and for any number of cores, except for the sign and payload of a NaN.
//
// Results of a whole graph can still differ between arm64 and amd64 in the last digit, for reasons outside this package.
// On arm64, the Go compiler fuses x·y + z in plain Go code, and package math has separate assembly for Exp, Log and other
// functions. This affects functions without a kernel here (Erf, Expm1, Log1p, Pow, Sin, Cos, and all float64 functions).
// With GOAMD64=v3 the compiler also fuses on amd64.
package vector

//go:generate go run ./gen
