// Package backend picks the engine that runs the graphs: XLA where its plugin
// is there (CUDA, then CPU), else GoMLX's embedded Go backend. It says what it
// chose and why, never downloads unless asked through [InstallXLA] or [InstallWheel], and never
// panics.
//
// What flows in: a backend name, or nothing. What flows out: a
// compute.Backend and a [Choice] that explains it.
//
// The embedded backend comes wrapped twice. Package peephole rewrites its slow
// operations while a graph is built, and package program runs the graph as kernels over
// planned memory, a large one on every core (BenchmarkStep in package igbo). Whoever
// opens the backend elsewhere may wrap it too, by peephole.Wrap(program.Wrap(b, cores)). Its own
// product kernels, which graphs that are no programs still use, keep addresses as
// integers, which the pointer checks of the race detector refuse: tests of
// graphs under -race need -gcflags=all=-d=checkptr=0.
//
// XLA is compiled in with cgo and without the build tag noxla; otherwise only
// the embedded backend exists.
package backend
