// Package vector holds the kernels of the embedded backend: functions, arithmetic, comparisons and selection
// of slices of float32, and tiles of matrix products of float32 and float64.
//
// What flows in: slices of numbers. What flows out: slices of the results, which the caller owns.
//
// Command gen writes them from one description each, in assembly for AVX-512, AVX2 with FMA and NEON, and in plain Go, which
// every other machine runs. Which set is used is chosen once ([Default]); the environment
// variable IGBO_VECTOR names another: avx512, avx2, neon, plain.
//
// # Bits
//
// Every element is computed by the same operations of IEEE 754 in the same order in every set, so on amd64 results are
// equal bit for bit on every processor and for any number of cores; a NaN is a NaN, whatever its sign and payload.
// The sets on arm64 are equal to these too. What parts arm64 from amd64 lies outside this package: there
// Go's compiler fuses x·y + z in plain code, and package math has assembly of its own for Exp, Log and others, so functions
// that have no kernel here (Erf, Expm1, Log1p, Pow, Sin, Cos, all of float64) may differ in the last place. GOAMD64=v3 makes the
// compiler fuse on amd64 as well.
package vector

//go:generate go run ./gen
