// Package wide reads tensors of float32 or float64 as float64, and creates them.
package wide

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
)

// Floats returns the numbers of a float32 or float64 tensor, in row-major order. It returns an error if the tensor has another dtype or was
// finalised.
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

// Tensor returns a tensor of numbers in row-major order, of float64 or, for any other dtype, of float32.
func Tensor(dtype dtypes.DType, values []float64, dims ...int) *tensors.Tensor {
	if dtype == dtypes.Float64 {
		return tensors.FromFlatDataAndDimensions(values, dims...)
	}
	narrow := make([]float32, len(values))
	for i, v := range values {
		narrow[i] = float32(v)
	}
	return tensors.FromFlatDataAndDimensions(narrow, dims...)
}
