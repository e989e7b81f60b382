package node

import (
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// inspect hands a node of a 2×3 graph on the embedded backend to look at.
func inspect(t *testing.T, look func(x *graph.Node)) {
	t.Helper()
	b := must.Of(embedded.Open("")).In(t)
	must.Of(graph.CallOnce(b, func(x *graph.Node) *graph.Node {
		look(x)
		return x
	}, [][]float64{{1, 2, 3}, {4, 5, 6}})).In(t)
}

// The embedded backend is told by its name, under the wrapper too.
func TestEmbedded(t *testing.T) {
	inspect(t, func(x *graph.Node) {
		if !Embedded(x) {
			t.Errorf("the embedded backend, called %q, is not known", x.Graph().Backend().Name())
		}
	})
}

// Parameters are read as they were given.
func TestSettings(t *testing.T) {
	inspect(t, func(x *graph.Node) {
		if got, want := Ints(graph.TransposeAllAxes(x, 1, 0), "permutation"), []int{1, 0}; !slices.Equal(got, want) {
			t.Errorf("permutation %v, want %v", got, want)
		}
		if got, want := ReducedAxes(graph.ReduceSum(x)), []int{0, 1}; !slices.Equal(got, want) {
			t.Errorf("the axes of a sum over all are %v, want %v", got, want)
		}
		padding := []graph.PadAxis{{Start: 1, Interior: 2}, {End: 3}}
		if got := Padding(graph.Pad(x, graph.ScalarZero(x.Graph(), x.DType()), padding...)); !slices.Equal(got, padding) {
			t.Errorf("padding %v, want %v", got, padding)
		}
	})
}

// A parameter that is not there is an error with its name, never a zero.
func TestUnknownSetting(t *testing.T) {
	inspect(t, func(x *graph.Node) {
		defer func() {
			if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), `"absent"`) {
				t.Errorf("got %v, want an error that names the parameter", err)
			}
		}()
		Int(graph.Neg(x), "absent")
	})
}
