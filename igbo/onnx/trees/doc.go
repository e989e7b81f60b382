// Package trees evaluates tree ensembles from ONNX files and computes their exact Shapley values.
//
// [Load] reads a file. The file can also contain operations on single columns before the trees, and operations on the sums of leaf
// values after the trees. A [Model] takes rows of numbers and text, and returns outputs and Shapley values.
package trees
