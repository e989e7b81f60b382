// Package export writes models that igbo trained as ONNX files.
//
// What flows in: a model, and the encoding of its table. What flows out: the bytes of a file, whose operations are what the
// encoding does to columns, the model's units, its architecture and its probabilities, with notes by which it is read back.
package export
