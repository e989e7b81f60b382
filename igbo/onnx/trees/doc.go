// Package trees evaluates ensembles of trees of ONNX files, with operations on single columns before them and on their sums after them,
// and computes the exact Shapley values of those sums.
//
// [Load] reads a file. The model takes rows of numbers and text, and returns outputs, and Shapley values for each owner of a column.
package trees
