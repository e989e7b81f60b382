package backendtest

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
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
	out, err := EvaluateAll(tb, build, in)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// EvaluateAll is TryEvaluate for several inputs: a graph is compiled once for each shape of them.
func EvaluateAll(tb testing.TB, build func(in []*graph.Node) []*graph.Node, inputs ...[]*tensors.Tensor) ([][][]float64, error) {
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
	defer exec.Finalize()
	all := make([][][]float64, len(inputs))
	for k, in := range inputs {
		results, err := exec.Call(anys(in)...)
		if err != nil {
			return nil, err
		}
		all[k] = make([][]float64, len(results))
		for i, r := range results {
			if all[k][i], err = tensors.CopyFlatData[float64](r); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// Joined lays the numbers of nodes one after the other.
func Joined(nodes ...*graph.Node) *graph.Node {
	return graph.Concatenate(xslices.Map(nodes, func(n *graph.Node) *graph.Node { return graph.Reshape(n, n.Shape().Size()) }), 0)
}
