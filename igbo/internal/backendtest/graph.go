package backendtest

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Evaluate runs a graph and returns each output as float64 numbers; a graph that fails ends the test.
func Evaluate(tb testing.TB, build func(in []*graph.Node) []*graph.Node, in ...*tensors.Tensor) [][]float64 {
	tb.Helper()
	out, err := TryEvaluate(tb, build, in...)
	if err != nil {
		tb.Fatalf("%+v", err)
	}
	return out
}

// TryEvaluate is Evaluate with the error of a graph that fails.
func TryEvaluate(tb testing.TB, build func(in []*graph.Node) []*graph.Node, in ...*tensors.Tensor) ([][]float64, error) {
	tb.Helper()
	exec, err := graph.NewExec(Open(tb), func(nodes []*graph.Node) []*graph.Node {
		outs := build(nodes)
		for i, o := range outs {
			outs[i] = graph.ConvertDType(o, dtypes.Float64)
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
