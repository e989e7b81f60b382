// Package task represents an operation of a program as a task: a kernel that computes units of work, its cost, its
// operands and results, and their memory layout.
package task
