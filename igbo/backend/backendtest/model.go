package backendtest

import (
	"math"
	"testing"

	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// Store returns an empty store that draws initial weights with the given seed.
func Store(tb testing.TB, seed int64) *model.Store {
	tb.Helper()
	store := model.NewStore()
	must.Do(tb, store.SetRNGStateFromSeed(seed))
	return store
}

// OnStore is a function that builds a graph from inputs and the variables of a store.
type OnStore = func(scope *model.Scope, in []*graph.Node) *graph.Node

// Run runs a graph on a store and returns its first output, which must be of type float64, as a flat slice. It calls
// tb.Fatal if the graph fails.
func Run(tb testing.TB, store *model.Store, build OnStore, in ...*tensors.Tensor) []float64 {
	tb.Helper()
	return must.Of(TryRun(tb, store, build, in...)).In(tb)
}

// TryRun is like Run, but returns an error if the graph fails.
func TryRun(tb testing.TB, store *model.Store, build OnStore, in ...*tensors.Tensor) ([]float64, error) {
	tb.Helper()
	exec, err := model.NewExec(Open(tb), store, build)
	if err != nil {
		return nil, err
	}
	defer exec.Finalize()
	return output(exec.Call(anys(in)...))
}

// Compiled returns a function that is like Run for many inputs and weights. It builds one graph for each input shape.
func Compiled(tb testing.TB, store *model.Store, build OnStore) func(in ...*tensors.Tensor) []float64 {
	tb.Helper()
	exec := must.Of(model.NewExec(Open(tb), store, build)).In(tb)
	tb.Cleanup(exec.Finalize)
	return func(in ...*tensors.Tensor) []float64 {
		tb.Helper()
		return must.Of(output(exec.Call(anys(in)...))).In(tb)
	}
}

func anys(in []*tensors.Tensor) []any {
	return xslices.Map(in, func(x *tensors.Tensor) any { return x })
}

// output returns the values of a graph's first output.
func output(out []*tensors.Tensor, err error) ([]float64, error) {
	if err != nil {
		return nil, err
	}
	return tensors.CopyFlatData[float64](out[0])
}

// Near calls tb.Fatalf unless each value in got is within the tolerance of the value in want. The tolerance is relative
// to want, or absolute if |want| < 1.
func Near(tb testing.TB, what string, got, want []float64, tolerance float64) {
	tb.Helper()
	if len(got) != len(want) {
		tb.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*math.Max(1, math.Abs(want[i]))) {
			tb.Fatalf("%s: element %d is %.15g, want %.15g", what, i, got[i], want[i])
		}
	}
}
