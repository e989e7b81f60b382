// Package wide reads tensors of floats as float64. In flows a tensor of either
// precision; out flow its numbers.
package wide

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
)

// Floats returns the numbers of a float32 or float64 tensor, in row-major order.
// Errors: another dtype, a tensor that was finalised.
func Floats(t *tensors.Tensor) ([]float64, error) {
	if t.DType() == dtypes.Float64 {
		return tensors.CopyFlatData[float64](t)
	}
	narrow, err := tensors.CopyFlatData[float32](t)
	if err != nil {
		return nil, err
	}
	wide := make([]float64, len(narrow))
	for i, v := range narrow {
		wide[i] = float64(v)
	}
	return wide, nil
}
