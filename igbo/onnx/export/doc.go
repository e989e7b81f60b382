// Package export writes models that igbo trained as ONNX files.
//
// It takes a model and the encoding of its table, and returns the bytes of a file. The operations of the file encode the columns, convert
// units, and compute the architecture and its probabilities. Notes in the file allow igbo to read it back.
package export
