package evaluation

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/samples"
)

// inputs returns the input tensors of a model for data in its units: x [N,T,D] and, for padded series, the mask
// [N,T].
func inputs(d samples.Data, dtype dtypes.DType) []any {
	in := []any{wide.Tensor(dtype, d.X, d.Samples(), d.Steps, len(d.Features))}
	if d.Mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(d.Mask, d.Samples(), d.Steps))
	}
	return in
}

// tensorOf returns a tensor [N,T], or [N,T,K] for K > 1.
func tensorOf(values []float64, n, t, k int) *tensors.Tensor {
	if k == 1 {
		return tensors.FromFlatDataAndDimensions(values, n, t)
	}
	return tensors.FromFlatDataAndDimensions(values, n, t, k)
}
