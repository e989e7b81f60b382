// Package constant makes graph constants in the dtype of a neighbour.
package constant

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Of returns a constant with the given values and dimensions, in the graph and dtype of base. The conversion to float32 happens
// here, once, and not as an operation of every run.
func Of(base *graph.Node, values []float64, dims ...int) *graph.Node {
	if base.DType() != dtypes.Float32 {
		c := graph.ConstTensor(base.Graph(), tensors.FromFlatDataAndDimensions(values, dims...))
		return graph.ConvertDType(c, base.DType())
	}
	narrow := make([]float32, len(values))
	for i, v := range values {
		narrow[i] = float32(v)
	}
	return graph.ConstTensor(base.Graph(), tensors.FromFlatDataAndDimensions(narrow, dims...))
}
