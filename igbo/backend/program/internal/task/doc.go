// Package task describes an operation of a program as a task: a kernel on units of work, its cost, its operands and results, and their
// layout in memory.
package task
