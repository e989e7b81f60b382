// Package backend picks the engine that runs the graphs: XLA where its plugin
// is there (CUDA, then CPU), else GoMLX's embedded Go backend. It says what it
// chose and why, never downloads unless asked through [InstallXLA] or [InstallWheel], and never
// panics.
//
// What flows in: a backend name, or nothing, and where it is known the cost of the work. What flows out: a
// compute.Backend and a [Choice] that explains it. Below it: wheel, which fetches a plugin out of a wheel of the Python
// registry, and selftest, which tries a backend.
//
// The embedded backend comes wrapped twice. Package peephole rewrites its slow
// operations while a graph is built, and package program runs the graph as kernels over
// planned memory, a large one on every core (BenchmarkStep in package igbo). Whoever
// opens the backend elsewhere may wrap it too, by peephole.Wrap(program.Wrap(b, cores)). Its own
// product kernels, which graphs that are no programs still use, keep addresses as
// integers, which the pointer checks of the race detector refuse: tests of
// graphs under -race need -gcflags=all=-d=checkptr=0.
//
// # What differs by backend
//
//   - Numbers agree up to rounding and not to the bit; a training of some thousand steps in float32
//     carries that on. On one backend and machine two runs give the same bits.
//   - Random numbers that a graph draws are the engine's own, start weights among them: one seed gives another
//     draw on another backend, so that trained models, and the graphs that are drawn from them, are others.
//   - XLA compiles: a graph costs it a tenth of a second and about a millisecond for each operation, most of it in the
//     code of its kernels, the embedded backend almost nothing. A call costs XLA some microseconds.
//     [SelectFor] weighs both; a command without a wish says what it took, and why.
//   - A recurrence and several training steps in a call are loops on XLA; on the embedded backend they are unrolled (package scan).
//   - The embedded backend alone has fused operations; which operations have derivatives on which backend, `igbo ops` says.
//   - XLA on the CPU runs a call on the thread that makes it, unless its configuration says asynchronous=true.
//
// XLA is compiled in with cgo and without the build tag noxla; otherwise only
// the embedded backend exists.
package backend
