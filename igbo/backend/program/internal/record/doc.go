// Package record holds a graph as nodes: what its operations are and which values they take, noted while the wrapped backend builds it.
//
// What flows in: the calls of compute.Function. What flows out: nodes in the order of their creation, and rewrites of them ([Assembled]).
package record
