// Package backend picks the engine that runs the graphs: XLA where its plugin
// is there (CUDA, then CPU), else GoMLX's embedded Go backend. It says what it
// chose and why, never downloads unless asked through [InstallXLA] or [InstallWheel], and never
// panics.
//
// What flows in: a backend name, or nothing. What flows out: a
// compute.Backend and a [Choice] that explains it.
//
// The embedded backend comes wrapped by package peephole, which rewrites its slow
// operations while a graph is built; an IGBO step of the paper's linear student
// takes a third of the time (BenchmarkStep in package igbo). Whoever opens the
// backend elsewhere may wrap it too, by peephole.Wrap. Its product kernels keep addresses as
// integers, which the pointer checks of the race detector refuse: tests of
// graphs under -race need -gcflags=all=-d=checkptr=0.
//
// XLA is compiled in with cgo and without the build tag noxla; otherwise only
// the embedded backend exists.
package backend
