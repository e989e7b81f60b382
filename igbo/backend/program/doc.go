// Package program runs graphs of GoMLX's embedded backend as programs. A program is a list of kernels, most of them from
// package vector, over memory that is planned at compile time. A small program runs on one core, a large one on all
// cores.
//
// A While is a single task. Its body is compiled to a separate program, which runs once per step in memory of the outer
// program. Large steps run on all cores.
//
// [Wrap] takes an embedded backend and returns one that runs graphs faster. The internal subpackages are used in this
// order: record, task, product, kernel.
package program
