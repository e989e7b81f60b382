// Package backend picks the engine that runs the graphs: XLA where its plugin
// is there (CUDA, then CPU), else GoMLX's embedded Go backend. It says what it
// chose and why, never downloads unless asked through [InstallXLA], and never
// panics.
//
// What flows in: a backend name, or nothing. What flows out: a
// compute.Backend and a [Choice] that explains it.
//
// XLA is compiled in with cgo and without the build tag noxla; otherwise only
// the embedded backend exists.
package backend
