// Package standard holds the tables of ONNX's standard: names, versions and attributes of operations, and types of tensors.
//
// It fills in the attributes that a file omits, converts tensors to those of GoMLX, and returns an [*UnsupportedError] for operations that
// the file's version of the standard does not have.
package standard
