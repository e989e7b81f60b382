package onnx

import "github.com/igbolab/igbolab/igbo/onnx/trees"

// Trees is a tree ensemble from an ONNX file.
type Trees = trees.Model

// Cell is one value of a row, a number or a text.
type Cell = trees.Cell

// LoadTrees reads a tree ensemble from an ONNX file. It uses only Options.Output. It returns nil and no error
// if the selected output does not depend on trees.
//
// It returns an error in the cases listed at [trees.Load].
func LoadTrees(file string, o Options) (*Trees, error) { return trees.Load(file, o.Output) }
