package dag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// spreadScores draws n rows of d features with increasing means and much noise.
func spreadScores(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := mat.NewDense(n, d, nil)
	for i := range n {
		for k := range d {
			m.Set(i, k, 0.02*float64(k)+0.2*rng.NormFloat64())
		}
	}
	return m
}

// TestInflatedStdDev checks that, with κ, the edges follow the rule μ > z_α(1+κ)σ, where σ is the
// standard deviation without κ, and that intervals have half width r(1+κ)σ. The edges are a subset
// of those without κ, and there are none if κ is large. The graph stays acyclic and satisfies the
// margin condition (Theorem 2).
func TestInflatedStdDev(t *testing.T) {
	for _, method := range []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch} {
		scores := spreadScores(3, 400, 9)
		opts := DefaultOptions()
		opts.Estimator, opts.R = method, 0.5
		plain := mustBuildInflated(t, scores, opts)
		z := estimate.ZAlpha(opts.Alpha)
		for _, kappa := range []float64{1e-3, 0.5, 2, 10} {
			opts.Inflate = kappa
			inflated, kept := mustBuildInflated(t, scores, opts), 0
			for _, e := range plain.Edges {
				sigma := (1 + kappa) * e.Sigma
				got, ok := edgeOf(inflated, e.U, e.V)
				if want := e.Mu > z*sigma; ok != want {
					t.Errorf("%s, κ = %g: edge %d→%d is there: %v, the rule says %v", method, kappa, e.U, e.V, ok, want)
				}
				if !ok {
					continue
				}
				kept++
				epsilon, delta := Interval(e.Mu, sigma, opts.R, opts.MinEpsilon)
				if off := math.Abs(got.Sigma-sigma) + math.Abs(got.Epsilon-epsilon) + math.Abs(got.Delta-delta) + math.Abs(got.P-estimate.NormalP(e.Mu, sigma)); off > 1e-12 {
					t.Errorf("%s, κ = %g: edge %+v, want σ = %g in [%g, %g]", method, kappa, got, sigma, epsilon, delta)
				}
			}
			if kept != len(inflated.Edges) {
				t.Errorf("%s, κ = %g: %d edges, %d of them without κ", method, kappa, len(inflated.Edges), kept)
			}
			if inflated.Report.Guarantee != inflated.Check(opts.Alpha) || inflated.Validate() != nil {
				t.Errorf("%s, κ = %g: %+v, %v", method, kappa, inflated.Report.Guarantee, inflated.Validate())
			}
		}
		if opts.Inflate = MaxInflate; len(mustBuildInflated(t, scores, opts).Edges) != 0 || len(plain.Edges) == 0 {
			t.Errorf("%s: %d edges without κ, want some, and none with the largest", method, len(plain.Edges))
		}
	}
}

func mustBuildInflated(t *testing.T, scores *mat.Dense, opts Options) *DAG {
	t.Helper()
	return must.Of(Build(scores, opts)).In(t)
}

func edgeOf(d *DAG, u, v int) (Edge, bool) {
	for _, e := range d.Edges {
		if e.U == u && e.V == v {
			return e, true
		}
	}
	return Edge{}, false
}

// TestInflateOutOfRange checks that κ must be finite and not negative, and that it requires an
// estimator that uses σ.
func TestInflateOutOfRange(t *testing.T) {
	for _, kappa := range []float64{-0.1, math.NaN(), math.Inf(1), 2 * MaxInflate} {
		opts := DefaultOptions()
		if opts.Inflate = kappa; opts.Check() == nil {
			t.Errorf("κ = %g: no error", kappa)
		}
	}
	for _, method := range estimate.Methods() {
		opts := DefaultOptions()
		opts.Estimator, opts.Inflate = method, 0.5
		if refused := opts.Check() != nil; refused != (method != estimate.BetweenBatch && method != estimate.WithinBatch) {
			t.Errorf("%s with κ = ½ is refused: %v", method, refused)
		}
	}
}
