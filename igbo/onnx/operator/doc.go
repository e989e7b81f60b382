// Package operator builds ONNX operations in a GoMLX graph.
//
// [New] takes the graph of a file. [File.Build] takes nodes for its inputs and weights and returns nodes for
// the requested values. All of them consist of differentiable GoMLX operations.
//
// [New] also fills in missing attributes with the defaults of the standard. Building computes shapes but no
// values, so an operation whose result would exceed the available memory is reported as an error. Some
// operations need numbers at build time, such as the target shape of Reshape. The embedded backend computes
// these numbers in a separate graph, from weights, constants and shapes.
//
// An unsupported operation is reported as an [*standard.UnsupportedError], which names it and suggests a fix.
package operator
