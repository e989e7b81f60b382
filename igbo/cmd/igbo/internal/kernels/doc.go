// Package kernels has the command kernel.
//
// What flows in: flags, which settle into the options of package kernel. What flows
// out: a kernel in somebody's Jupyter, a list of those that are there, one
// that runs, its latencies, or nothing left of it.
package kernels
