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

// classes is a model of three outputs, causal in time.
func classes(scope *model.Scope, x *Node) *Node {
	outputs := make([]*Node, 3)
	for c := range outputs {
		s := scope.In("class_%d", c)
		outputs[c] = Add(models.MLP(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"})(s, x), models.GRU(models.GRUConfig{Hidden: 2})(s, x))
	}
	return Stack(outputs, -1)
}

// outputConfigs cross the ways in which a score is computed. Short on XLA each mode comes once: TestGradientOfH has recomputing there.
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

// TestPredictedOutputIsTheLargestAtTheInput: h through the predicted output is, at
// each sample and step, h through the output that is largest there, and all outputs come up.
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

// severalPredicted draws weights with which not every row of x has the same largest
// output; engines draw differently.
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

// TestOutputsOfAModel: chosen and each output are those of Select, predicted that of
// Predicted, with and without a mask; a model of one output is left alone.
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

// TestGradientThroughThePredictedOutput is that of finite differences.
func TestGradientThroughThePredictedOutput(t *testing.T) {
	for name, cfg := range outputConfigs() {
		t.Run(name, func(t *testing.T) {
			checkParameterGradient(t, normal(2, 3, 3, 2), func(s *model.Scope, x *Node) *Node {
				return ReduceAllSum(Square(Scores(s, Predicted(s, classes, x), x, cfg)))
			})
		})
	}
}
