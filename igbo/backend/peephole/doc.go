// Package peephole rewrites the slow operations of GoMLX's embedded backend
// into fast ones while a graph is built.
//
// What flows in: a compute.Backend. What flows out: a compute.Backend whose
// graphs give the same values, but for the rounding of reordered sums, in less
// time; data and execution stay the wrapped one's ([Wrap]).
package peephole
