// Package record records a graph as nodes, with their operations and operands, while the wrapped backend builds it.
//
// It intercepts the calls of compute.Function, and returns the nodes in the order of their creation, and rewrites of them ([Assembled]).
package record
