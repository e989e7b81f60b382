// Package trees evaluates tree ensembles from ONNX files and computes their exact Shapley values.
//
// [Load] reads a file. Besides the trees, the file may contain operations on single columns before them and
// operations on the sums of leaf values after them. A [Model] takes rows of numbers and text, and returns
// outputs and Shapley values.
package trees
