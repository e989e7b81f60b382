// Package backend selects the backend that runs the graphs: XLA if its plugin is installed (CUDA, then CPU), otherwise GoMLX's embedded Go
// backend. It explains the choice, never panics, and downloads only through [InstallXLA] or [InstallWheel].
//
// Call [Select] with a backend name or an empty string, or [SelectFor] with the cost of the work. Both return a compute.Backend and a
// [Choice] that explains it. Subpackage wheel fetches a plugin out of a wheel of the Python registry, and selftest tests a backend.
//
// The embedded backend is wrapped twice. Package peephole rewrites its slow operations while a graph is built, and package program runs
// the graph as kernels over planned memory, large ones on every core. If you open the backend elsewhere, you can wrap it by
// peephole.Wrap(program.Wrap(b, cores)). The product kernels of GoMLX, which other graphs still use, store addresses as integers, and the
// race detector rejects that: tests of graphs under -race need -gcflags=all=-d=checkptr=0.
//
// # What differs by backend
//
//   - Numbers agree up to rounding and not to the bit; a training of some thousand steps in float32
//     carries that on. On one backend and machine two runs give the same bits.
//   - Each backend has its own random number generator, also for start weights, so one seed gives different draws, models and graphs on
//     different backends.
//   - XLA compiles: a graph costs it a tenth of a second and about a millisecond for each operation, most of it in the
//     code of its kernels, the embedded backend almost nothing. A call costs XLA some microseconds.
//     [SelectFor] weighs both; a command without a wish says what it took, and why.
//   - A recurrence is one loop on both backends (package scan). Studies and `igbo reproduce` unroll it on the embedded backend.
//   - Several training steps in a call are one loop on XLA; the embedded backend runs them one by one.
//   - The embedded backend alone has fused operations; which operations have derivatives on which backend, `igbo ops` says.
//   - XLA on the CPU runs a call on the thread that makes it, unless its configuration says asynchronous=true.
//
// XLA is compiled in with cgo and without the build tag noxla; otherwise only
// the embedded backend exists.
package backend
