package attribution

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// classes is a causal model with three outputs.
func classes(scope *model.Scope, x *Node) *Node {
	outputs := make([]*Node, 3)
	for c := range outputs {
		s := scope.In("class_%d", c)
		outputs[c] = Add(models.MLP(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"})(s, x), models.GRU(models.GRUConfig{Hidden: 2})(s, x))
	}
	return Stack(outputs, -1)
}

// outputConfigs returns configurations for all ways to compute a score. In short tests on XLA, each mode occurs
// once; TestGradientOfH tests Recompute there.
func outputConfigs() map[string]Config {
	all := map[string]Config{}
	for _, mode := range []Mode{ForwardMode, ReverseMode} {
		for _, recompute := range []bool{false, true} {
			if recompute && backendtest.ShortOnXLA() {
				continue
			}
			cfg := DefaultConfig()
			cfg.Points, cfg.Mode, cfg.Recompute = 4, mode, recompute
			if recompute {
				cfg.Chunk = 3
			}
			all[fmt.Sprintf("%s, recompute %t", mode, recompute)] = cfg
		}
	}
	return all
}

// TestPredictedOutputIsTheLargestAtTheInput checks that h for the predicted output equals h for the largest
// output at each sample and step, and that every output is predicted somewhere.
func TestPredictedOutputIsTheLargestAtTheInput(t *testing.T) {
	x := normal(3, 6, 4, 2)
	store, y := severalPredicted(t, x)
	for name, cfg := range outputConfigs() {
		h := func(f func(s *model.Scope, x *Node) Model) []float64 {
			return run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, f(s, x), x, cfg) }, x)
		}
		got := h(func(s *model.Scope, x *Node) Model { return Predicted(s, classes, x) })
		var each [3][]float64
		for c := range each {
			each[c] = h(func(*model.Scope, *Node) Model { return Select(classes, c) })
		}
		for row := range len(y) / 3 {
			best := 0
			for c := range 3 {
				if y[3*row+c] > y[3*row+best] {
					best = c
				}
			}
			backendtest.Near(t, name, got[2*row:2*row+2], each[best][2*row:2*row+2], 1e-12)
		}
	}
}

// severalPredicted draws weights until the rows of x have different largest outputs. Backends draw different
// weights.
func severalPredicted(t *testing.T, x *tensors.Tensor) (store *model.Store, y []float64) {
	t.Helper()
	for seed := range int64(20) {
		store = backendtest.Store(t, 2+seed)
		y = run(t, store, classes, x)
		seen := map[int]bool{}
		for row := range slices.Chunk(y, 3) {
			seen[slices.Index(row, slices.Max(row))] = true
		}
		if len(seen) > 1 {
			return store, y
		}
	}
	t.Fatal("one output is predicted everywhere, want several")
	return nil, nil
}

// TestOutputsOfAModel checks that chosen and each output agree with Select, and the predicted output with
// Predicted, with and without a mask. A model with one output is unchanged.
func TestOutputsOfAModel(t *testing.T) {
	x, store, cfg := normal(4, 3, 4, 2), backendtest.Store(t, 2), DefaultConfig()
	mask := tensors.FromFlatDataAndDimensions([]bool{true, true, true, true, true, true, true, false, true, false, false, false}, 3, 4)
	scores := func(o Output, masked bool) []float64 {
		return run(t, store, func(s *model.Scope, x *Node) *Node {
			var h []*Node
			var m *Node
			if masked {
				m = ConstTensor(x.Graph(), mask)
			}
			for _, f := range o.Of(s, Unmasked(classes), x, nil, 3) {
				if masked {
					f := f
					h = append(h, MaskedScores(s, func(s *model.Scope, x, _ *Node) *Node { return f(s, x, nil) }, x, m, cfg))
				} else {
					h = append(h, Scores(s, func(s *model.Scope, x *Node) *Node { return f(s, x, nil) }, x, cfg))
				}
			}
			return Concatenate(h, 0)
		}, x)
	}
	for _, masked := range []bool{false, true} {
		var joined []float64
		for c := range 3 {
			chosen := scores(Output{Kind: ChosenOutput, Index: c}, masked)
			joined = append(joined, chosen...)
			if !masked {
				want := run(t, store, func(s *model.Scope, x *Node) *Node { return Scores(s, Select(classes, c), x, cfg) }, x)
				backendtest.Near(t, "chosen", chosen, want, 1e-12)
			}
		}
		backendtest.Near(t, "each", scores(Output{Kind: EachOutput}, masked), joined, 0)
	}
	want := run(t, store, func(s *model.Scope, x *Node) *Node { return Scores(s, Predicted(s, classes, x), x, cfg) }, x)
	backendtest.Near(t, "predicted", scores(Output{Kind: PredictedOutput}, false), want, 0)
}

// TestGradientThroughThePredictedOutput compares the gradient with finite differences.
func TestGradientThroughThePredictedOutput(t *testing.T) {
	for name, cfg := range outputConfigs() {
		t.Run(name, func(t *testing.T) {
			checkParameterGradient(t, normal(2, 3, 3, 2), func(s *model.Scope, x *Node) *Node {
				return ReduceAllSum(Square(Scores(s, Predicted(s, classes, x), x, cfg)))
			})
		})
	}
}
