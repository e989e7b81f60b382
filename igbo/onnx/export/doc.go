// Package export writes trained igbo models as ONNX files.
//
// [Model] takes a model and the encoding of its table and returns the content of a file. The graph encodes the
// columns, converts units, evaluates the network and applies the output function. The file's metadata lets igbo
// read the model back.
package export
