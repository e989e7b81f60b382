// Package export writes a model that igbo trained as an ONNX file: what its table's encoding does to columns, its
// units, its architecture and its probabilities as operations, with notes by which the file is read back.
package export
