package attribution

import (
	"errors"
	"fmt"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func TestAutoModeTakesTheOneThatWorks(t *testing.T) {
	broken := errors.New("no rule")
	for _, c := range []struct {
		cheaper      Mode
		works        []Mode
		want         Mode
		wantsAnError bool
	}{
		{ForwardMode, []Mode{ForwardMode, ReverseMode}, ForwardMode, false},
		{ReverseMode, []Mode{ForwardMode, ReverseMode}, ReverseMode, false},
		{ForwardMode, []Mode{ReverseMode}, ReverseMode, false},
		{ReverseMode, []Mode{ForwardMode}, ForwardMode, false},
		{ReverseMode, nil, "", true},
	} {
		got, err := choose(c.cheaper, func(m Mode) error {
			for _, works := range c.works {
				if m == works {
					return nil
				}
			}
			return broken
		})
		if got != c.want || (err != nil) != c.wantsAnError {
			t.Errorf("%s is cheaper, %v work: %q and %v, expected %q", c.cheaper, c.works, got, err, c.want)
		}
	}
}

// TestAutoModeFallsBack checks a table model, which would use reverse mode. If an operation has no gradient,
// forward mode gives the same numbers.
func TestAutoModeFallsBack(t *testing.T) {
	f := func(scope *model.Scope, x *Node) *Node { return ReduceSum(Sin(Mul(x, x)), -1) }
	scores := func() []float64 {
		return run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, f, x, DefaultConfig()) }, normal(3, 4, 1, 3))
	}
	want := scores()
	must.Do(t, Install())
	saved := VJPRegistration[NodeTypeSin]
	delete(VJPRegistration, NodeTypeSin)
	defer func() { VJPRegistration[NodeTypeSin] = saved }()
	backendtest.Near(t, "by the other mode", scores(), want, 1e-12)
}

// hidden multiplies by a weight that only a branch uses.
func hidden(scope *model.Scope, x *Node) *Node {
	w := scope.VariableWithValue("w", 1.5).NodeValue(x)
	branch := func(by float64) *Function {
		return NewClosure(x.Graph(), func(*Graph) []*Node { return []*Node{MulScalar(w, by)} })
	}
	chosen := If(Const(x.Graph(), true), branch(1), branch(2))[0]
	return ReduceSum(Mul(x, chosen), -1)
}

func TestBranchesAreRefusedInEveryMode(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("a branch on XLA takes no value that it does not list: the graph cannot be built")
	}
	for _, mode := range []Mode{AutoMode, ForwardMode, ReverseMode} {
		cfg := DefaultConfig()
		cfg.Mode = mode
		_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, hidden, x, cfg) }, normal(3, 2, 1, 3))
		var unsupported *derivative.UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.Op != NodeTypeIf {
			t.Errorf("%s: error %v, expected an UnsupportedError that names If", mode, err)
		}
	}
}

// TestScoresThroughMendedOperations tests operations whose gradients GoMLX lacks or computes wrongly. It
// compares h in both modes, and the gradient of H with respect to a parameter, with finite differences.
func TestScoresThroughMendedOperations(t *testing.T) {
	for name, f := range map[string]func(w, x *Node) *Node{
		"convolution of width 2": func(w, x *Node) *Node {
			kernel := Reshape(Concatenate([]*Node{w, MulScalar(w, -0.5)}, 0), 2, 3, 1)
			return Squeeze(Tanh(Convolve(x, kernel).PaddingPerDim([][2]int{{1, 0}}).Done()), -1)
		},
		"mean pool": func(w, x *Node) *Node {
			return ReduceSum(Mul(MeanPool(Tanh(Mul(x, Reshape(w, 1, 1, 3)))).Window(2).Strides(1).PadSame().Done(), x), -1)
		},
		"slices": func(w, x *Node) *Node {
			first := GatherSlices(Tanh(Mul(x, Reshape(w, 1, 1, 3))), []int{2}, Const(x.Graph(), [][]int32{{1}}), []int{2}, false)
			return ReduceSum(Mul(Squeeze(first, 0), Slice(x, AxisRange(), AxisRange(), AxisRange(0, 2))), -1)
		},
		"cumulative sum": func(w, x *Node) *Node { return ReduceSum(Tanh(CumSum(Mul(x, Reshape(w, 1, 1, 3)), 1)), -1) },
		"top": func(w, x *Node) *Node {
			values, _ := TopK(Softmax(Mul(x, Reshape(w, 1, 1, 3)), -1), 2, 2)
			return ReduceSum(Square(values), -1)
		},
		"product": func(w, x *Node) *Node { return ReduceMultiply(AddScalar(Tanh(Mul(x, Reshape(w, 1, 1, 3))), 1), -1) },
		"barrier": func(w, x *Node) *Node {
			return ReduceSum(Square(OptimizationBarrier(Tanh(Mul(x, Reshape(w, 1, 1, 3))))), -1)
		},
	} {
		x := normal(5, 2, 4, 3)
		recompute := false
		loss := func(shift float64, mode Mode, gradient bool) float64 {
			cfg := DefaultConfig()
			cfg.Mode, cfg.Points = mode, 4
			if recompute {
				cfg.Chunk, cfg.Recompute = 2, true
			}
			out := run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node {
				w := s.VariableWithValue("w", []float64{0.7, -1.2, 0.4}).NodeValue(x)
				w = Add(w, MulScalar(Const(x.Graph(), []float64{1, -0.5, 2}), shift))
				h := Scores(s, func(_ *model.Scope, x *Node) *Node { return f(w, x) }, x, cfg)
				l := ReduceAllSum(Mul(Sin(IotaFull(h.Graph(), h.Shape())), h))
				if gradient {
					return ReduceAllSum(Mul(Gradient(l, w)[0], Const(x.Graph(), []float64{1, -0.5, 2})))
				}
				return l
			}, x)
			return out[0]
		}
		backendtest.Near(t, name+": both modes", []float64{loss(0, ForwardMode, false)}, []float64{loss(0, ReverseMode, false)}, 1e-12)
		const e = 1e-5
		want := (loss(e, AutoMode, false) - loss(-e, AutoMode, false)) / (2 * e)
		for _, mode := range []Mode{ForwardMode, ReverseMode, AutoMode} {
			for _, recompute = range []bool{false, true} {
				backendtest.Near(t, fmt.Sprintf("%s, %s, recomputed %t", name, mode, recompute), []float64{loss(0, mode, true)}, []float64{want}, 1e-6)
			}
		}
	}
}
