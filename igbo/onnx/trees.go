package onnx

import "github.com/igbolab/igbolab/igbo/onnx/trees"

// Trees is a model of an ONNX file whose numbers come from ensembles of trees.
type Trees = trees.Model

// Cell is a number or a text of a row.
type Cell = trees.Cell

// LoadTrees reads an ONNX file of trees; nil for a file whose output needs none. Options.Features is not used.
//
// Errors: those of [Load]; an operation before the trees that mixes columns, or that is not known.
func LoadTrees(file string, o Options) (*Trees, error) { return trees.Load(file, o.Output) }
