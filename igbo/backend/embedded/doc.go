// Package embedded opens the embedded Go backend, the only place that does: its own
// default mode can hang for ever, as operations that run side by side on a pool of
// workers wait for workers of the same pool (a large product, the comparator of a Sort).
//
// What flows in: options. What flows out: a compute.Backend, its graphs rewritten by
// package peephole and run by package program. It links no other backend, so that
// packages that need one for themselves, to look at a graph or to fold constants, may
// open it.
package embedded
