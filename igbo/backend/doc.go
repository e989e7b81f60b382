// Package backend selects the backend that runs graphs: XLA if its plugin is installed (CUDA first, then CPU), otherwise
// the embedded Go backend of GoMLX. It returns errors instead of panicking, and it downloads only in [InstallXLA] and
// [InstallWheel].
//
// Call [Select] with a backend name or an empty string, or [SelectFor] with the estimated cost of the work. Both return a
// compute.Backend and a [Choice] that explains the selection. Subpackage wheel extracts an XLA plugin from a Python
// wheel, and subpackage selftest checks that a backend computes correctly.
//
// Two wrappers speed up the embedded backend. Package peephole replaces slow operations while a graph is built. Package
// program compiles the graph into kernels over preallocated memory and runs large kernels on all cores. To wrap an
// embedded backend that you opened yourself, call peephole.Wrap(program.Wrap(b, cores)).
//
// Graphs that package program does not support still use GoMLX's matrix product kernels. Those kernels store addresses as
// integers, which checkptr rejects. To test such graphs with -race, pass -gcflags=all=-d=checkptr=0.
//
// # Differences between backends
//
//   - Results agree up to rounding, not bit for bit. The differences grow over thousands of training steps in float32. On
//     one machine and one backend, two runs give identical bits.
//   - Each backend has its own random number generator, which also draws the initial weights. One seed therefore gives
//     different draws, models and graphs on different backends.
//   - XLA takes about 0.1 s to compile a graph, plus about 2 ms per operation, and about 40 µs per call. The
//     embedded backend compiles in almost no time. [SelectFor] weighs these costs.
//   - A recurrence is one loop on both backends (see package scan). Studies and `igbo reproduce` unroll it on the
//     embedded backend.
//   - Several training steps in one call form one loop on XLA. The embedded backend runs them one by one.
//   - Only the embedded backend has fused operations. `igbo ops` lists which operations are differentiable on which
//     backend.
//   - XLA on the CPU runs a call on the calling thread, unless you set the option asynchronous=true.
//
// XLA needs cgo and is excluded by the build tag noxla. Without XLA, only the embedded backend is available.
package backend
