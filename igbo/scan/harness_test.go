package scan

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// needLoops skips a test if the backend does not support loops.
func needLoops(t testing.TB) {
	t.Helper()
	if err := Reason(backendtest.Open(t)); err != nil {
		t.Skipf("loops are not built here: %v", err)
	}
}

// normal draws a tensor of normally distributed numbers.
func normal(seed uint64, dims ...int) *tensors.Tensor {
	r, n := rand.New(rand.NewPCG(seed, 3)), 1
	for _, d := range dims {
		n *= d
	}
	flat := make([]float64, n)
	for i := range flat {
		flat[i] = r.NormFloat64()
	}
	return tensors.FromFlatDataAndDimensions(flat, dims...)
}
