// Package trees evaluates ensembles of trees of ONNX files, with the operations on single columns before them
// and on their sums behind, and has the exact Shapley values of what the trees add up to.
//
// What flows in: a file ([Load]) and rows of numbers and text. What flows out: its outputs, and values by owner of column.
package trees
