// Package operator builds the operations of ONNX's standard in a GoMLX graph.
//
// What flows in: the graph of a file, as its protocol buffer says it, and nodes for its
// inputs and weights. What flows out: nodes for its values, made of GoMLX operations that
// have derivatives.
//
// Attributes that a file leaves out are filled in from the standard's own table before any
// operation is built ([New]), so that none has defaults of its own. Shapes are known while the
// graph is built, and nothing of a value's size is made then: one that is larger than the
// machine's memory is an error that names its operation. Where an operation needs numbers
// before the graph runs (the shape of a Reshape), they are found of weights, constants and
// shapes by the embedded backend, in a graph of their own.
//
// What is not built is an [*standard.UnsupportedError] that names the operation and says what to do.
package operator
