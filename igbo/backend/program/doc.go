// Package program runs the graphs of GoMLX's embedded backend as programs: lists of
// kernels (package vector's, most of them) over memory that is planned when a graph is compiled, run by one core where
// the graph is small and by every core where it is large.
//
// Its rooms, below internal, follow the way of a graph: record (nodes) → task → product → kernel → this package, which plans memory and runs.
//
// What flows in: a compute.Backend of the embedded kind. What flows out: a
// compute.Backend with buffers of its own whose graphs take less time ([Wrap]).
package program
