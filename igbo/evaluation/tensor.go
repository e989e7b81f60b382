package evaluation

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/samples"
)

// inputs makes the tensors that a model takes of data in its units: x [N,T,D],
// and the mask [N,T] of padded series.
func inputs(d samples.Data, dtype dtypes.DType) []any {
	in := []any{tensor(dtype, d.X, d.Samples(), d.Steps, len(d.Features))}
	if d.Mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(d.Mask, d.Samples(), d.Steps))
	}
	return in
}

// tensor makes a tensor of flat values in a dtype.
func tensor(dtype dtypes.DType, flat []float64, dims ...int) *tensors.Tensor {
	if dtype == dtypes.Float64 {
		return tensors.FromFlatDataAndDimensions(flat, dims...)
	}
	narrow := make([]float32, len(flat))
	for i, v := range flat {
		narrow[i] = float32(v)
	}
	return tensors.FromFlatDataAndDimensions(narrow, dims...)
}

// tensorOf is a tensor [N,T], or [N,T,K] for K > 1.
func tensorOf(values []float64, n, t, k int) *tensors.Tensor {
	if k == 1 {
		return tensors.FromFlatDataAndDimensions(values, n, t)
	}
	return tensors.FromFlatDataAndDimensions(values, n, t, k)
}
