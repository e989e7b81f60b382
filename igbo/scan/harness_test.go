package scan

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// needLoops skips what can only be built on XLA.
func needLoops(t testing.TB) {
	t.Helper()
	if err := Reason(backendtest.Open(t)); err != nil {
		t.Skipf("loops are not built here: %v", err)
	}
}

// evaluate runs a graph and returns each output as float64 numbers.
func evaluate(t testing.TB, build func(in []*Node) []*Node, in ...*tensors.Tensor) [][]float64 {
	t.Helper()
	out, err := tryEvaluate(t, build, in...)
	if err != nil {
		t.Fatalf("%+v", err)
	}
	return out
}

func tryEvaluate(t testing.TB, build func(in []*Node) []*Node, in ...*tensors.Tensor) ([][]float64, error) {
	t.Helper()
	exec, err := NewExec(backendtest.Open(t), func(nodes []*Node) []*Node {
		outs := build(nodes)
		for i, o := range outs {
			outs[i] = ConvertDType(o, dtypes.Float64)
		}
		return outs
	})
	if err != nil {
		return nil, err
	}
	args := make([]any, len(in))
	for i, x := range in {
		args[i] = x
	}
	results, err := exec.Call(args...)
	if err != nil {
		return nil, err
	}
	flat := make([][]float64, len(results))
	for i, r := range results {
		if flat[i], err = tensors.CopyFlatData[float64](r); err != nil {
			return nil, err
		}
	}
	return flat, nil
}

// normal draws a tensor of normal numbers.
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
