// Package standard is what ONNX's standard says: of operations their names, versions and attributes, of tensors their types.
//
// What flows in: operations and tensors of a file. What flows out: the attributes that a file leaves out, tensors of
// GoMLX, and an [*UnsupportedError] for what the standard, in the file's version, does not have.
package standard
