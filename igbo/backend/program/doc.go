// Package program runs the graphs of GoMLX's embedded backend as programs: lists of
// kernels (package vector's, most of them) over memory that is planned when a graph is compiled, run by one core where
// the graph is small and by every core where it is large.
//
// A While is one task: a program for its body, run step by step in memory of the outer program, on every core where a step is
// large.
//
// The internal subpackages are, in order of use: record, task, product, kernel.
//
// [Wrap] takes an embedded backend and returns one that runs graphs faster.
package program
