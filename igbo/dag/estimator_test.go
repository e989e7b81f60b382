package dag

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// All estimators speak of the same P(s_u > s_v): on many normal rows they agree.
func TestEstimatorsAgreeOnNormalScores(t *testing.T) {
	truth := Truth{Means: []float64{0.05, 0.02, 0}, Noise: 0.2, Common: 0.3}
	scores := truth.Draw(testRNG(20), 6400)
	want := phi(0.05 / truth.sigma(32))
	for _, est := range Estimators() {
		opts := DefaultOptions()
		opts.Estimator, opts.Alpha, opts.Resamples = est, 0.5, 20000
		d, err := Build(scores, opts)
		if err != nil {
			t.Fatal(err)
		}
		e := d.Edge(0, 2).(GraphEdge)
		if math.Abs(e.P-want) > 0.025 || math.Abs(e.Sigma/truth.sigma(32)-1) > 0.1 {
			t.Errorf("%s: got P = %.4f, σ = %.5f, want %.4f and %.5f", est, e.P, e.Sigma, want, truth.sigma(32))
		}
	}
}

// With one batch of all rows the permutation estimator is 1 − p of the paired
// sign-flip test, whose exact p-value is counted here over all 2⁸ flips.
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
	opts := DefaultOptions()
	opts.Estimator, opts.Resamples, opts.Alpha = Permutation, 100000, 0.5
	d, err := Build(m, opts)
	if err != nil || math.Abs(d.Edges[0].P-below/256) > 0.005 {
		t.Errorf("got %v, %v, want P = %g", d.Edges, err, below/256)
	}
}

func TestTruncatedAgainstRejectionSampling(t *testing.T) {
	rng := testRNG(21)
	for _, c := range []bivariate{
		{mu: 0.1, sigma: 0.25, v: 0.8, varU: 0.05, varV: 0.04, lo: -1, hi: 1},
		{mu: -0.05, sigma: 0.02, v: 0.97, varU: 0.01, varV: 0.0105, lo: -1, hi: 1},
		{mu: 0.02, sigma: 0.1, v: 0.01, varU: 0.01, varV: 0.0004, lo: 0, hi: 1},
		{mu: 0.02, sigma: 0.05, v: 0.01, varU: 0, varV: 0.0025, lo: 0, hi: 1},
		{mu: 0.02, sigma: 0.05, v: 0.01, varU: 0.0025, varV: 0, lo: 0, hi: 1},
		{mu: 0.3, sigma: 0.6, v: -0.9, varU: 0.3, varV: 0.3, lo: -1, hi: 1},
	} {
		covariance := (c.varU + c.varV - c.sigma*c.sigma) / 2
		l11 := math.Sqrt(c.varV)
		l21 := 0.0
		if l11 > 0 {
			l21 = covariance / l11
		}
		l22 := math.Sqrt(math.Max(0, c.varU-l21*l21))
		var in, above float64
		const draws = 400000
		for range draws {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			v, u := c.v+l11*a, c.v+c.mu+l21*a+l22*b
			if u < c.lo || u > c.hi || v < c.lo || v > c.hi {
				continue
			}
			in++
			if u > v {
				above++
			}
		}
		up, down := c.halves()
		if got := up / (up + down); math.Abs(got-above/in) > 0.005 || math.Abs(up+down-in/draws) > 0.005 {
			t.Errorf("%+v: got P = %.4f, mass %.4f, want %.4f, %.4f", c, got, up+down, above/in, in/draws)
		}
	}
}

func TestTruncatedIsNormalFarFromTheEnds(t *testing.T) {
	for _, c := range []bivariate{
		{mu: 0.01, sigma: 0.02, v: 0.1, varU: 0.0004, varV: 0.0005, lo: -1, hi: 1},
		{mu: -0.05, sigma: 0.02, v: 0, varU: 0.0004, varV: 0.0008, lo: -1, hi: 1},
	} {
		up, down := c.halves()
		if want := normalP(c.mu, c.sigma); math.Abs(up/(up+down)-want) > 1e-12 {
			t.Errorf("%+v: got %.15f, want %.15f", c, up/(up+down), want)
		}
	}
}

func TestTruncatedWantsScoresInRange(t *testing.T) {
	opts := DefaultOptions()
	opts.Estimator = Truncated
	scores := normalScores(testRNG(22), 64, []float64{0, 0}, 0.1, 0)
	scores.Set(7, 1, 1.5)
	if _, err := Build(scores, opts); err == nil || !strings.Contains(err.Error(), "row 7, column 1 is 1.5") {
		t.Errorf("got %v", err)
	}
}

// Auto encodes the paper's guidance and says why.
func TestAutoFollowsTheGuidance(t *testing.T) {
	for _, c := range []struct {
		rows, size, batches int
		mean                float64
		want                Estimator
		reason              string
	}{
		{200, 32, 50, 0.1, BetweenBatch, "50 batches are many"},
		{200, 32, 0, 0.1, WithinBatch, "6 batches are few"},
		{200, 10, 0, 0.1, Bootstrap, "batches of 10 rows are small"},
		{40, 64, 0, 0.1, WithinBatch, "1 batches are few"},
		{200, 32, 50, 1.2, Truncated, "mean of feature 0, 0.9"},
		{1, 1, 0, 0.1, Bootstrap, "no variance"},
	} {
		scores := Truth{Means: []float64{c.mean, 0}, Noise: 0.2}.Draw(testRNG(23), c.rows)
		opts := DefaultOptions()
		opts.Estimator, opts.BatchSize, opts.Batches = Auto, c.size, c.batches
		d, err := Build(scores, opts)
		if err != nil {
			t.Fatal(err)
		}
		if d.Report.Estimator != c.want || !strings.Contains(d.Report.Reason, c.reason) {
			t.Errorf("%d rows in batches of %d: got %s because %s, want %s because %s",
				c.rows, c.size, d.Report.Estimator, d.Report.Reason, c.want, c.reason)
		}
	}
}

// The example of Benjamini and Hochberg (1995), section 3.2: 15 p-values; at level 0.05
// their procedure rejects 4 and Holm's 3. The corrected values are worked out by hand.
func TestMultiplicityAgainstThePublishedExample(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	bh, holm := append([]float64(nil), p...), append([]float64(nil), p...)
	adjust(bh, BenjaminiHochberg)
	adjust(holm, Holm)
	count := func(q []float64) (n int) {
		for _, x := range q {
			if x <= 0.05 {
				n++
			}
		}
		return n
	}
	if count(bh) != 4 || count(holm) != 3 {
		t.Errorf("rejected %d and %d, want 4 and 3", count(bh), count(holm))
	}
	if !near(bh[3], 15*0.0095/4) || !near(holm[3], 12*0.0095) || !near(bh[5], 15*0.0298/7) || holm[14] != 1 {
		t.Errorf("corrected: %v, %v", bh, holm)
	}
}

// On scores without any order the plain rule draws many edges, the corrections hardly
// any: the chance of one edge at all is at most the level, up to sampling.
func TestMultiplicityOnPureNoise(t *testing.T) {
	const reps = 200
	rng := testRNG(24)
	plain, some := 0.0, map[Multiplicity]float64{}
	for range reps {
		scores := normalScores(rng, 200, make([]float64, 10), 0.3, 0.2)
		opts := DefaultOptions()
		opts.Batches, opts.Seed = 50, rng.Uint64()
		d, err := Build(scores, opts)
		if err != nil {
			t.Fatal(err)
		}
		plain += float64(len(d.Edges)) / reps
		for _, m := range []Multiplicity{BenjaminiHochberg, Holm} {
			opts.Multiplicity = m
			d, err := Build(scores, opts)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Edges) > 0 {
				some[m] += 1. / reps
			}
		}
	}
	t.Logf("plain rule: %.1f of 45 edges from noise; any edge with bh: %.3f, holm: %.3f", plain, some[BenjaminiHochberg], some[Holm])
	if plain < 5 || plain > 15 || some[BenjaminiHochberg] > 0.1 || some[Holm] > 0.1 {
		t.Errorf("plain %.1f edges (want about 9), bh %.3f, holm %.3f (want about 0.05)", plain, some[BenjaminiHochberg], some[Holm])
	}
}

// The calibration table: false-edge rates and coverage by estimator, rows and α, on
// consecutive batches and, as in the paper, on 50 batches redrawn from the rows.
// Run with -v to read it.
func TestCalibrationTable(t *testing.T) {
	truth := Truth{Means: []float64{0.1, 0.1, 0.05, 0.05, 0, 0}, Noise: 0.3, Common: 0.3}
	var table strings.Builder
	fmt.Fprintf(&table, "%-12s %5s %7s %5s %8s %8s %8s %8s %8s %8s\n",
		"estimator", "rows", "batches", "α", "false", "reversed", "found", "cover B", "cover μ", "cyclic")
	rates := map[string]Calibration{}
	for _, est := range []Estimator{BetweenBatch, WithinBatch, Frequency, Bootstrap, Permutation, Truncated, Auto} {
		for _, c := range []struct{ rows, batches int }{{64, 0}, {192, 0}, {960, 0}, {200, 50}} {
			for _, alpha := range []float64{0.5, 0.7, 0.9} {
				opts := DefaultOptions()
				opts.Estimator, opts.Alpha, opts.Resamples, opts.Batches = est, alpha, 200, c.batches
				r, err := Calibrate(truth, c.rows, 60, opts)
				if err != nil {
					t.Fatal(err)
				}
				rates[fmt.Sprint(est, c.rows, alpha)] = r
				fmt.Fprintf(&table, "%-12s %5d %7d %5.2f %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f\n",
					est, c.rows, c.batches, alpha, r.FalseEdges, r.Reversed, r.Found, r.CoverBatch, r.CoverMean, r.Cyclic)
			}
		}
	}
	t.Logf("batches of 32, r = 1 (nominal cover B 0.683)\n%s", table.String())
	for _, est := range []Estimator{WithinBatch, BetweenBatch, Bootstrap, Permutation, Truncated, Auto} {
		few, many := rates[fmt.Sprint(est, 64, 0.7)], rates[fmt.Sprint(est, 960, 0.7)]
		if many.FalseEdges >= few.FalseEdges || many.Found < 0.9 || many.Reversed > 0.01 {
			t.Errorf("%s at α = 0.7: false edges %.3f → %.3f, found %.3f", est, few.FalseEdges, many.FalseEdges, many.Found)
		}
		if math.Abs(many.CoverBatch-0.683) > 0.05 {
			t.Errorf("%s: coverage of a fresh batch %.3f, nominal 0.683", est, many.CoverBatch)
		}
		// 50 batches of one pool of 200 rows are worth 178 rows, not 1600: they draw more
		// false edges than 960 rows in 30 batches do.
		if pool := rates[fmt.Sprint(est, 200, 0.7)]; pool.FalseEdges < 0.1 || pool.FalseEdges > 0.35 {
			t.Errorf("%s on redrawn batches: false edges %.3f, expected about 0.2", est, pool.FalseEdges)
		}
	}
}
