package dag_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestEstimatorsAgreeOnNormalScores checks that all estimators agree on P(s_u > s_v) for many
// normal rows.
func TestEstimatorsAgreeOnNormalScores(t *testing.T) {
	truth := calibrate.Truth{Means: []float64{0.05, 0.02, 0}, Noise: 0.2, Common: 0.3}
	scores := truth.Draw(dag.TestRNG(20), 6400)
	sigma := 0.2 * math.Sqrt(2*(1-0.3)/32)
	want := estimate.NormalP(0.05, sigma)
	for _, est := range estimate.Methods() {
		opts := dag.DefaultOptions()
		opts.Estimator, opts.Alpha, opts.Resamples = est, 0.5, 20000
		d := must.Of(dag.Build(scores, opts)).In(t)
		e := d.Edge(0, 2).(dag.GraphEdge)
		if math.Abs(e.P-want) > 0.025 || math.Abs(e.Sigma/sigma-1) > 0.1 {
			t.Errorf("%s: got P = %.4f, σ = %.5f, want %.4f and %.5f", est, e.P, e.Sigma, want, sigma)
		}
	}
}

// TestPermutationAgainstAllSignFlips checks that, with one batch of all rows, the permutation
// estimator is 1 − p of the paired sign-flip test. The exact p-value is counted over all 2⁸ flips.
func TestPermutationAgainstAllSignFlips(t *testing.T) {
	x := []float64{0.9, -0.2, 0.4, 0.3, -0.1, 0.6, 0.2, -0.3}
	m := mat.NewDense(8, 2, nil)
	sum := 0.0
	for i, d := range x {
		m.Set(i, 0, d)
		sum += d
	}
	below := 0.0
	for flips := range 256 {
		s := 0.0
		for i, d := range x {
			s += d * float64(1-2*(flips>>i&1))
		}
		if math.Abs(s-sum) < 1e-12 {
			below += 0.5
		} else if s < sum {
			below++
		}
	}
	opts := dag.DefaultOptions()
	opts.Estimator, opts.Resamples, opts.Alpha = estimate.Permutation, 100000, 0.5
	d, err := dag.Build(m, opts)
	if err != nil || math.Abs(d.Edges[0].P-below/256) > 0.005 {
		t.Errorf("got %v, %v, want P = %g", d.Edges, err, below/256)
	}
}

func TestTruncatedWantsScoresInRange(t *testing.T) {
	opts := dag.DefaultOptions()
	opts.Estimator = estimate.Truncated
	scores := dag.NormalScores(dag.TestRNG(22), 64, []float64{0, 0}, 0.1, 0)
	scores.Set(7, 1, 1.5)
	_, err := dag.Build(scores, opts)
	refusal.Check(t, err, "row 7, column 1 is 1.5")
}

// TestAutoFollowsTheGuidance checks that Auto follows the paper's guidance and gives a reason.
func TestAutoFollowsTheGuidance(t *testing.T) {
	for _, c := range []struct {
		rows, size, batches int
		mean                float64
		want                estimate.Method
		reason              string
	}{
		{200, 32, 50, 0.1, estimate.BetweenBatch, "50 batches are many"},
		{200, 32, 0, 0.1, estimate.WithinBatch, "6 batches are few"},
		{200, 10, 0, 0.1, estimate.Bootstrap, "batches of 10 rows are small"},
		{40, 64, 0, 0.1, estimate.WithinBatch, "1 batches are few"},
		{200, 32, 50, 1.2, estimate.Truncated, "mean of feature 0, 0.9"},
		{1, 1, 0, 0.1, estimate.Bootstrap, "no variance"},
	} {
		scores := calibrate.Truth{Means: []float64{c.mean, 0}, Noise: 0.2}.Draw(dag.TestRNG(23), c.rows)
		opts := dag.DefaultOptions()
		opts.Estimator, opts.BatchSize, opts.Batches = estimate.Auto, c.size, c.batches
		d := must.Of(dag.Build(scores, opts)).In(t)
		if d.Report.Estimator != c.want || !strings.Contains(d.Report.Reason, c.reason) {
			t.Errorf("%d rows in batches of %d: got %s because %s, want %s because %s",
				c.rows, c.size, d.Report.Estimator, d.Report.Reason, c.want, c.reason)
		}
	}
}

// TestMultiplicityOnPureNoise uses scores without any order. The uncorrected rule draws many edges.
// With a correction, the probability of at least one edge is at most the level, up to sampling
// error.
func TestMultiplicityOnPureNoise(t *testing.T) {
	const reps = 200
	rng := dag.TestRNG(24)
	plain, some := 0.0, map[estimate.Multiplicity]float64{}
	for range reps {
		scores := dag.NormalScores(rng, 200, make([]float64, 10), 0.3, 0.2)
		opts := dag.DefaultOptions()
		opts.Batches, opts.Seed = 50, rng.Uint64()
		d := must.Of(dag.Build(scores, opts)).In(t)
		plain += float64(len(d.Edges)) / reps
		for _, m := range []estimate.Multiplicity{estimate.BenjaminiHochberg, estimate.Holm} {
			opts.Multiplicity = m
			d := must.Of(dag.Build(scores, opts)).In(t)
			if len(d.Edges) > 0 {
				some[m] += 1. / reps
			}
		}
	}
	t.Logf("plain rule: %.1f of 45 edges from noise; any edge with bh: %.3f, holm: %.3f", plain, some[estimate.BenjaminiHochberg], some[estimate.Holm])
	if plain < 5 || plain > 15 || some[estimate.BenjaminiHochberg] > 0.1 || some[estimate.Holm] > 0.1 {
		t.Errorf("plain %.1f edges (want about 9), bh %.3f, holm %.3f (want about 0.05)", plain, some[estimate.BenjaminiHochberg], some[estimate.Holm])
	}
}
