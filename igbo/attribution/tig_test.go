package attribution

import (
	"fmt"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestEquation3LinearModelIsClosedForm checks that for y = w·x + b, TIG_k = w_k·(x_k − x′_k) for every rule and
// M.
func TestEquation3LinearModelIsClosedForm(t *testing.T) {
	store := backendtest.Store(t, 1)
	x := normal(2, 5, 1, 4)
	cfg := DefaultConfig()
	cfg.Baselines = []Baseline{Constant("shifted", []float64{1, -2, 0.5, 3})}
	for _, rule := range Rules() {
		cfg.Quadrature, cfg.Points = rule, 3
		got := run(t, store, func(s *model.Scope, x *Node) *Node { return TIG(s, models.Linear(), x, cfg) }, x)
		weights := must.Of(store.GetVariable("/linear/weights").Value()).In(t)
		w := tensors.MustCopyFlatData[float64](weights)
		want := tensors.MustCopyFlatData[float64](x)
		for i := range want {
			want[i] = w[i%4] * (want[i] - cfg.Baselines[0].Values[i%4])
		}
		backendtest.Near(t, string(rule), got, want, 1e-12)
	}
}

// TestCompleteness checks that Σ TIG = F(x) − F(x′) for a table model and a sequence model. The quadrature
// error must fall with M at the rate of the rule.
func TestCompleteness(t *testing.T) {
	for name, c := range map[string]struct {
		f     Model
		steps int
	}{"table": {smoothMLP(), 1}, "sequence": {running, 4}} {
		t.Run(name, func(t *testing.T) {
			store, x := backendtest.Store(t, 3), normal(4, 6, c.steps, 5)
			gap := func(rule Rule, m int) float64 {
				cfg := DefaultConfig()
				cfg.Quadrature, cfg.Points = rule, m
				return stat.Mean(run(t, store, func(s *model.Scope, x *Node) *Node { return Gap(s, c.f, x, cfg) }, x), nil)
			}
			for rule, order := range map[Rule]float64{Left: 1, Right: 1, Midpoint: 2, Trapezoid: 2} {
				if rate := math.Log2(gap(rule, 40) / gap(rule, 80)); math.Abs(rate-order) > 0.2 {
					t.Errorf("%s: gap falls at rate %.2f, want %.0f", rule, rate, order)
				}
			}
			if g := gap(GaussLegendre, 20); g > 1e-9 {
				t.Errorf("Gauss-Legendre with 20 points leaves a gap of %g", g)
			}
		})
	}
}

// TestImplementationInvariance checks that two networks that compute the same function get the same
// attributions (an axiom of Integrated Gradients).
func TestImplementationInvariance(t *testing.T) {
	square := func(_ *model.Scope, x *Node) *Node { return ReduceSum(Mul(x, x), -1) }
	other := func(_ *model.Scope, x *Node) *Node {
		return ReduceSum(Sub(Mul(AddScalar(x, 1), AddScalar(x, 1)), AddScalar(MulScalar(x, 2), 1)), -1)
	}
	x := normal(5, 3, 2, 3)
	tig := func(f Model) []float64 {
		return run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return TIG(s, f, x, DefaultConfig()) }, x)
	}
	backendtest.Near(t, "attributions", tig(square), tig(other), 1e-12)
}

// TestCausalModelHasNoFutureAttribution checks that TIG_{i,k}[t] = 0 for i > t, so the sum over i ≤ t in h is
// the sum over all i.
func TestCausalModelHasNoFutureAttribution(t *testing.T) {
	const b, steps, d = 2, 4, 3
	tig := run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return TIG(s, running, x, DefaultConfig()) }, normal(6, b, steps, d))
	seen := 0.0
	for i, v := range tig {
		in, out := i/d%steps, i/d/steps%steps
		if in > out && v != 0 {
			t.Fatalf("output %d has attribution %g from the later input %d", out, v, in)
		}
		seen += math.Abs(v)
	}
	if seen == 0 {
		t.Fatal("no attribution at all")
	}
}

// TestChunkedEqualsUnchunked checks that dividing the M points into chunks does not change the results.
func TestChunkedEqualsUnchunked(t *testing.T) {
	store, x := backendtest.Store(t, 1), normal(7, 3, 3, 4)
	h := func(chunk int) []float64 {
		cfg := DefaultConfig()
		cfg.Quadrature, cfg.Points, cfg.Chunk = GaussLegendre, 7, chunk
		return run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, running, x, cfg) }, x)
	}
	whole := h(0)
	for _, chunk := range []int{1, 2, 3, 6, 7, 100} {
		backendtest.Near(t, fmt.Sprintf("chunks of %d", chunk), h(chunk), whole, 1e-12)
	}
}

// TestPathThroughTheStraightLineIsTheStraightPath checks that a piecewise linear path with anchors on the
// straight line gives the attributions of the straight path, and that a curved path is complete.
func TestPathThroughTheStraightLineIsTheStraightPath(t *testing.T) {
	store, x := backendtest.Store(t, 1), normal(8, 3, 1, 4)
	on := PiecewiseLinear{Anchors: func(x, base *Node) []*Node {
		return []*Node{Add(base, MulScalar(Sub(x, base), 1.0/3)), Add(base, MulScalar(Sub(x, base), 2.0/3))}
	}}
	bent := PiecewiseLinear{Anchors: func(x, base *Node) []*Node { return []*Node{AddScalar(Mul(x, x), 0.5)} }}
	cfg := DefaultConfig()
	cfg.Points = 600
	tig := func(p Path) []float64 {
		cfg.Path = p
		return run(t, store, func(s *model.Scope, x *Node) *Node { return TIG(s, smoothMLP(), x, cfg) }, x)
	}
	backendtest.Near(t, "anchors on the line", tig(on), tig(Straight{}), 1e-9)
	cfg.Path = bent
	gaps := run(t, store, func(s *model.Scope, x *Node) *Node { return Gap(s, smoothMLP(), x, cfg) }, x)
	backendtest.Near(t, "gap of the bent path", gaps, make([]float64, len(gaps)), 1e-4)
}

func TestQuadratureIsExactForItsDegree(t *testing.T) {
	degree := map[Rule]int{Left: 0, Right: 0, Midpoint: 1, Trapezoid: 1, GaussLegendre: 9}
	for rule, deg := range degree {
		alphas, weights, err := rule.Nodes(5)
		if err != nil {
			t.Fatal(err)
		}
		for p := 0; p <= deg+1; p++ {
			sum := 0.0
			for i, a := range alphas {
				sum += weights[i] * math.Pow(a, float64(p))
			}
			exact := math.Abs(sum-1/float64(p+1)) < 1e-12
			if exact != (p <= deg) {
				t.Errorf("%s: ∫α^%d = %.12f, exact %v, want %v", rule, p, sum, exact, p <= deg)
			}
		}
	}
}

// TestSelectPicksOneOutput checks that attributing output c of a model with several outputs equals attributing
// a model with only that output.
func TestSelectPicksOneOutput(t *testing.T) {
	two := func(_ *model.Scope, x *Node) *Node {
		return Stack([]*Node{ReduceSum(Mul(x, x), -1), ReduceSum(Tanh(x), -1)}, -1)
	}
	alone := func(_ *model.Scope, x *Node) *Node { return ReduceSum(Tanh(x), -1) }
	x := normal(9, 2, 2, 3)
	tig := func(f Model) []float64 {
		return run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return TIG(s, f, x, DefaultConfig()) }, x)
	}
	backendtest.Near(t, "output 1", tig(Select(two, 1)), tig(alone), 1e-12)
}
