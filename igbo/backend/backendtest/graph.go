package backendtest

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Evaluate runs a graph and returns each output as a flat slice of float64 values. It calls tb.Fatalf if the graph fails.
func Evaluate(tb testing.TB, build func(in []*graph.Node) []*graph.Node, in ...*tensors.Tensor) [][]float64 {
	tb.Helper()
	out, err := TryEvaluate(tb, build, in...)
	if err != nil {
		tb.Fatalf("%+v", err)
	}
	return out
}

// TryEvaluate is like Evaluate, but returns an error if the graph fails.
func TryEvaluate(tb testing.TB, build func(in []*graph.Node) []*graph.Node, in ...*tensors.Tensor) ([][]float64, error) {
	tb.Helper()
	out, err := EvaluateAll(tb, build, in)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// EvaluateAll is like TryEvaluate for several sets of inputs. It compiles one graph for each distinct input shape.
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

// Joined flattens the nodes and concatenates them to a vector.
func Joined(nodes ...*graph.Node) *graph.Node {
	return graph.Concatenate(xslices.Map(nodes, func(n *graph.Node) *graph.Node { return graph.Reshape(n, n.Shape().Size()) }), 0)
}
