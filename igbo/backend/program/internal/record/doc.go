// Package record records the operations of a graph as nodes while the wrapped backend builds the graph.
//
// [Function] intercepts the methods of compute.Function and lists the nodes in the order of their creation. [Assembled]
// simplifies such a list.
package record
