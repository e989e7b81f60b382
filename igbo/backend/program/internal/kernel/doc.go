// Package kernel makes the tasks of a graph's operations by the kernels of package vector and, where it has none, by its own.
//
// What flows in: nodes (package record). What flows out: tasks (package task).
package kernel
