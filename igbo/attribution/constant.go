package attribution

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// vector makes a constant of values with the given dimensions, in the graph
// and dtype of base. The conversion happens here, once, and not in every run.
func vector(base *Node, values []float64, dims ...int) *Node {
	if base.DType() == dtypes.Float32 {
		narrow := make([]float32, len(values))
		for i, v := range values {
			narrow[i] = float32(v)
		}
		return ConstTensor(base.Graph(), tensors.FromFlatDataAndDimensions(narrow, dims...))
	}
	c := ConstTensor(base.Graph(), tensors.FromFlatDataAndDimensions(values, dims...))
	return ConvertDType(c, base.DType())
}
