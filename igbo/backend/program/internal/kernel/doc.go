// Package kernel converts the operations of a graph (package record) to tasks (package task). It uses the kernels of package vector, and
// its own kernels for other operations.
package kernel
