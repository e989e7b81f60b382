// Package embedded opens GoMLX's embedded Go backend with safe settings. With its default settings that backend can
// deadlock: an operation such as a large product or a Sort runs on a worker pool and waits for other workers of the same
// pool. Open the backend only through this package.
//
// [Open] returns a compute.Backend that rewrites graphs with package peephole and runs them with package program. This
// package links no other backend, so other packages can open it to inspect a graph or to fold constants.
package embedded
