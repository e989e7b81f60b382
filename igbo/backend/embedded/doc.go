// Package embedded opens the embedded Go backend with safe settings. In its default mode that backend can deadlock, because operations on
// a pool of workers wait for workers of the same pool (a large product, the comparator of a Sort). Open it only through this package.
//
// It takes options and returns a compute.Backend whose graphs are rewritten by package peephole and run by package program. It links no
// other backend, so packages can open it to inspect a graph or to fold constants.
package embedded
