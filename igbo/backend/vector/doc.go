// Package vector implements the kernels of the embedded backend: functions, arithmetic, comparisons and selection of slices of float32,
// and tiles of matrix products of float32 and float64.
//
// The functions write their results to slices that the caller owns.
//
// Command gen generates them from one description each, in assembly for AVX-512, AVX2 with FMA and NEON, and in plain Go for all other
// machines. [Default] selects the set once. The environment variable IGBO_VECTOR selects another: avx512, avx2, neon, plain.
//
// # Bits
//
// All sets compute every element by the same operations of IEEE 754 in the same order. On amd64 results are therefore equal bit for bit on
// every processor and for any number of cores. A NaN stays a NaN, but its sign and payload can differ. The sets on arm64 give the same
// bits.
//
// Differences between arm64 and amd64 come from outside this package. On arm64 Go's compiler fuses x·y + z in plain code, and package math
// has separate assembly for Exp, Log and others. Functions without a kernel here (Erf, Expm1, Log1p, Pow, Sin, Cos, and all functions of
// float64) can therefore differ in the last digit. GOAMD64=v3 makes the compiler fuse on amd64 as well.
package vector

//go:generate go run ./gen
