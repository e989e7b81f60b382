// Package operator builds the operations of ONNX's standard in a GoMLX graph.
//
// It takes the graph of a file as a protocol buffer, and nodes for its inputs and weights. It returns nodes for its values, made of GoMLX
// operations that have derivatives.
//
// [New] fills in missing attributes from the table of the standard before any operation is built. Shapes are known while the graph is
// built, and no value is computed then, so an operation whose result would exceed the machine's memory is an error. If an operation needs
// numbers before the graph runs (such as the shape of a Reshape), the embedded backend computes them from weights, constants and shapes in
// a separate graph.
//
// An unsupported operation is an [*standard.UnsupportedError] that names it and suggests a fix.
package operator
