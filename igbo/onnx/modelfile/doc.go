// Package modelfile reads, checks and writes ONNX files.
//
// [Read] returns a graph that was checked for size and completeness, with its external weights. [ChooseInputs],
// [ChooseOutput] and [Prune] reduce it to the operations between the selected inputs and output. [Refused]
// finds the first unsupported operation. A [Writer] adds operations and weights to a graph.
package modelfile
