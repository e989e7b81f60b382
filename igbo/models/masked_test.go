package models

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPaddingReachesNoGradient checks for every kind that values at masked steps, including NaN and Inf, change
// neither outputs nor gradients. The gradient with respect to x must be zero there.
func TestPaddingReachesNoGradient(t *testing.T) {
	mask := [][]bool{{true, true, false, false}, {true, true, true, true}}
	for _, kind := range Kinds() {
		spec := must.Of(DefaultSpec(kind)).In(t)
		f := must.Of(spec.BuildMasked()).In(t)
		store := backendtest.Store(t, 1)
		run := backendtest.Compiled(t, store, func(s *model.Scope, in []*Node) *Node {
			x := in[0]
			y := f(s, x, Const(x.Graph(), mask))
			loss := ReduceAllSum(Square(y))
			return backendtest.Joined(append([]*Node{Reshape(y, 8), Reshape(Gradient(loss, x)[0], 24)}, s.BuildTrainableVariablesGradientsGraph(loss)...)...)
		})
		numbers := func(padding float64) []float64 {
			x := make([]float64, 24)
			for i := range x {
				if x[i] = math.Sin(float64(i)); i >= 6 && i < 12 {
					x[i] = padding
				}
			}
			return run(tensors.FromFlatDataAndDimensions(x, 2, 4, 3))
		}
		want := numbers(0)
		for _, padding := range []float64{99, math.NaN(), math.Inf(1), math.Inf(-1)} {
			for i, got := range numbers(padding) {
				if got != want[i] || i >= 14 && i < 20 && got != 0 {
					t.Fatalf("%s with %g in the padding: number %d is %g, want %g", kind, padding, i, got, want[i])
				}
			}
		}
	}
}
