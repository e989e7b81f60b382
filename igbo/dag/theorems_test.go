package dag

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// Lemma 1: s_k is asymptotically N(μ_k, Var(H_k)/n). The test checks that the distance between the
// standardised batch mean of a skewed, bounded score and the normal distribution decreases with n.
func TestLemma1CLTForBoundedScores(t *testing.T) {
	rng := testRNG(10)
	distance := func(n int) float64 {
		const reps = 20000
		z := make([]float64, reps)
		for i := range z {
			sum := 0.0
			for range n {
				if rng.Float64() < 0.1 {
					sum++
				}
			}
			z[i] = (sum/float64(n) - 0.1) / math.Sqrt(0.09/float64(n))
		}
		worst := 0.0
		for _, q := range []float64{-2, -1, 0, 1, 2} {
			below := 0.0
			for _, x := range z {
				if x <= q {
					below++
				}
			}
			worst = math.Max(worst, math.Abs(below/reps-estimate.NormalP(q, 1)))
		}
		return worst
	}
	small, large := distance(4), distance(400)
	if small < 0.1 || large > 0.05 {
		t.Errorf("distance to normal: %g at n = 4 (want > 0.1), %g at n = 400 (want < 0.05)", small, large)
	}
}

// Lemma 2: E d = μ_u − μ_v and Var d = (Var H_u + Var H_v − 2 Cov)/n. The test checks that the
// between-batch and the within-batch standard deviation both estimate it.
func TestLemma2SharedBatchDifferences(t *testing.T) {
	scores := normalScores(testRNG(11), 64000, []float64{0.2, 0.1}, 0.3, 0.5)
	want := math.Sqrt(2 * 0.3 * 0.3 / 32)
	for _, est := range []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch} {
		opts := DefaultOptions()
		opts.Estimator = est
		d := must.Of(Build(scores, opts)).In(t)
		e := d.Edges[0]
		if math.Abs(e.Sigma/want-1) > 0.05 || math.Abs(e.Mu-0.1) > 0.01 {
			t.Errorf("%s: got μ = %g, σ = %g, want 0.1 and %g", est, e.Mu, e.Sigma, want)
		}
	}
}

// Theorem 1: P > α ⇔ μ > z_α·σ, and P > ½ ⇔ μ > 0.
func TestTheorem1ProbabilityThreshold(t *testing.T) {
	rng := testRNG(12)
	both := [2]int{}
	for range 20000 {
		mu, sigma, alpha := rng.NormFloat64(), rng.ExpFloat64()+1e-3, 0.5+0.499*rng.Float64()
		slack := mu - estimate.ZAlpha(alpha)*sigma
		if math.Abs(slack) < 1e-9 {
			continue
		}
		left, right := estimate.NormalP(mu, sigma) > alpha, slack > 0
		if left != right {
			t.Fatalf("μ = %g, σ = %g, α = %g: P > α is %v, μ > zσ is %v", mu, sigma, alpha, left, right)
		}
		if right {
			both[1]++
		} else {
			both[0]++
		}
		if (estimate.NormalP(mu, sigma) > 0.5) != (mu > 0) {
			t.Fatalf("μ = %g, σ = %g: P > ½ disagrees with μ > 0", mu, sigma)
		}
	}
	if both[0] < 1000 || both[1] < 1000 {
		t.Errorf("one side was hardly tried: %v", both)
	}
}

// randomScores returns scores that are difficult for the rule: correlated, tied, scaled and skewed.
func randomScores(rng *rand.Rand) *mat.Dense {
	n, d := 40+rng.IntN(200), 2+rng.IntN(8)
	scale := math.Pow(10, -15+30*rng.Float64())
	m := mat.NewDense(n, d, nil)
	for i := range n {
		shared := rng.NormFloat64()
		for k := range d {
			x := shared*float64(rng.IntN(2)) + rng.NormFloat64()
			switch k % 4 {
			case 1:
				x = math.Round(2 * x)
			case 2:
				x = math.Exp(2 * x)
			}
			m.Set(i, k, scale*x)
		}
	}
	for i := range n {
		if m.Set(i, d-1, m.At(i, 0)); d > 4 {
			m.Set(i, 3, m.At(i, 2)*(1+1e-15))
		}
	}
	return m
}

// Theorem 2 and Corollary 1 hold unconditionally, because the margin condition is the rule. Every
// graph of a normal estimator is acyclic and transitive for every α ≥ ½.
func TestTheorem2TransitiveUnconditionally(t *testing.T) {
	rng := testRNG(13)
	edges := 0
	for range 300 {
		scores := randomScores(rng)
		opts := DefaultOptions()
		opts.BatchSize, opts.Batches, opts.Seed = 2+rng.IntN(16), rng.IntN(2)*10, rng.Uint64()
		opts.Alpha = []float64{0.5, 0.6, 0.7, 0.9, 0.99}[rng.IntN(5)]
		opts.Estimator = []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch}[rng.IntN(2)]
		d := must.Of(Build(scores, opts)).In(t)
		g := d.Report.Guarantee
		if !g.Acyclic || !g.Transitive || g.MarginHolds != len(d.Edges) || g.SmallestSlack < 0 {
			t.Fatalf("%s, α = %g: %+v with %d edges", opts.Estimator, opts.Alpha, g, len(d.Edges))
		}
		for _, e := range d.Edges {
			if !(e.P > opts.Alpha) || !(e.Epsilon > 0 && e.Epsilon <= e.Delta) {
				t.Fatalf("edge %+v at α = %g", e, opts.Alpha)
			}
		}
		edges += len(d.Edges)
	}
	if edges < 1000 {
		t.Errorf("only %d edges were tried", edges)
	}
}

// Theorem 2 assumes margins with ≥ and concludes >. With equality and perfectly correlated
// differences, the conclusion is P = α, so the rule needs a strict margin.
func TestTheorem2NeedsAStrictMargin(t *testing.T) {
	z := estimate.ZAlpha(0.75)
	sigma := 1.0
	muUV, muVW := z*sigma, z*sigma // margins with equality
	got := estimate.NormalP(muUV+muVW, 2*sigma)
	if math.Abs(got-0.75) > 1e-12 {
		t.Errorf("P(s_u > s_w) = %g, want exactly α = 0.75, not more", got)
	}
}

// Corollary 1: at α = ½, the rule is the strict total order of the means.
func TestCorollary1MeansOrderAtHalf(t *testing.T) {
	rng := testRNG(14)
	for range 50 {
		scores := normalScores(rng, 96, make([]float64, 7), 1, 1)
		opts := DefaultOptions()
		opts.Alpha = 0.5
		d := must.Of(Build(scores, opts)).In(t)
		if len(d.Edges) != 21 {
			t.Fatalf("got %d edges, want all 21", len(d.Edges))
		}
		for _, e := range d.Edges {
			if d.Report.Means[e.U] <= d.Report.Means[e.V] {
				t.Fatalf("edge %+v against the means", e)
			}
		}
	}
}
