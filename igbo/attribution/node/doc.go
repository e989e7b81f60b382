// Package node reads what GoMLX's nodes hold and do not export: the parameters of
// operations, such as the axes of a Slice, and the decomposed twin of a fused one.
//
// What flows in: a node of a graph. What flows out: numbers, lists and nodes. It
// reads unexported fields by reflection, never writes, and reports a field that
// another version of GoMLX renamed.
package node
