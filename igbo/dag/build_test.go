package dag

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func TestBuildAgainstTextbookFormulas(t *testing.T) {
	scores := normalScores(testRNG(1), 200, []float64{0.3, 0.25, 0.2, 0.1, 0}, 0.3, 0.2)
	d := must.Of(Build(scores, DefaultOptions())).In(t)
	if d.Report.Batches != 6 || d.Report.Dropped != 8 {
		t.Errorf("got %d batches and %d dropped rows, want 6 and 8", d.Report.Batches, d.Report.Dropped)
	}
	for u := range 5 {
		for v := range 5 {
			if u == v {
				continue
			}
			mu, sigma, p := reference(scores, 32, u, v)
			i := d.find(int64(u), int64(v))
			if (p > 0.7) != (i >= 0) {
				t.Errorf("%d→%d: P = %g, edge drawn: %v", u, v, p, i >= 0)
			}
			if i < 0 {
				continue
			}
			e := d.Edges[i]
			want := Edge{u, v, mu, sigma, p, math.Max(mu-sigma, 0.005), mu + sigma}
			if !near(e.Mu, mu) || !near(e.Sigma, sigma) || !near(e.P, p) || !near(e.Epsilon, want.Epsilon) || !near(e.Delta, want.Delta) {
				t.Errorf("got %+v, want %+v", e, want)
			}
		}
	}
	if len(d.Edges) == 0 {
		t.Error("no edge drawn: the test shows nothing")
	}
}

func TestWithinBatchOfOneBatchIsVarianceOverN(t *testing.T) {
	scores := normalScores(testRNG(2), 40, []float64{0.4, 0.1}, 0.2, 0.1)
	opts := DefaultOptions()
	opts.Estimator, opts.BatchSize = estimate.WithinBatch, 40
	d := must.Of(Build(scores, opts)).In(t)
	diff := make([]float64, 40)
	for i := range diff {
		diff[i] = scores.At(i, 0) - scores.At(i, 1)
	}
	want := math.Sqrt(stat.Variance(diff, nil) / 40)
	if len(d.Edges) != 1 || !near(d.Edges[0].Sigma, want) {
		t.Errorf("got %+v, want one edge with σ = %g", d.Edges, want)
	}
}

func TestResampledBatchesAreSeeded(t *testing.T) {
	scores := normalScores(testRNG(3), 200, []float64{0.1, 0.05, 0}, 0.3, 0)
	opts := DefaultOptions()
	opts.Batches, opts.Seed, opts.Alpha = 50, 7, 0.5
	a := must.Of(Build(scores, opts)).In(t)
	b, _ := Build(scores, opts)
	opts.Seed = 8
	c, _ := Build(scores, opts)
	if !a.Equal(b) || a.Equal(c) {
		t.Errorf("same seed equal: %v, other seed equal: %v", a.Equal(b), a.Equal(c))
	}
	if want := 200. * 1600 / 1799; !near(a.Report.Effective, want) {
		t.Errorf("effective rows: got %g, want %g", a.Report.Effective, want)
	}
}

func TestTiesAndConstantDifferences(t *testing.T) {
	rng := testRNG(4)
	m := mat.NewDense(128, 4, nil)
	for i := range 128 {
		x := rng.Float64()
		m.SetRow(i, []float64{x, x, x + 0.25, 0.3})
		m.Set(127-i, 3, 0.3)
	}
	for _, est := range []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch} {
		for _, alpha := range []float64{0.5, 0.7, 0.99} {
			opts := DefaultOptions()
			opts.Estimator, opts.Alpha = est, alpha
			d := must.Of(Build(m, opts)).In(t)
			if d.HasEdgeBetween(0, 1) {
				t.Errorf("%s, α = %g: equal columns got an edge", est, alpha)
			}
			e, ok := d.Edge(2, 0).(GraphEdge)
			if !ok || e.P < 1-1e-12 || !near(e.Mu, 0.25) || !d.HasEdgeFromTo(2, 1) {
				t.Errorf("%s, α = %g: constant difference: got %+v", est, alpha, e)
			}
		}
	}
}

// TestPermutedColumnsAreATie checks columns with the same numbers in a different order, whose means
// are equal up to rounding.
func TestPermutedColumnsAreATie(t *testing.T) {
	rng := testRNG(5)
	m := mat.NewDense(64, 2, nil)
	for i := range 64 {
		x := rng.NormFloat64()
		m.Set(i, 0, x)
		m.Set((i/32)*32+31-i%32, 1, x)
	}
	opts := DefaultOptions()
	opts.Alpha = 0.5
	d, err := Build(m, opts)
	if err != nil || len(d.Edges) != 0 {
		t.Errorf("got %v, %v, want no edge", d, err)
	}
}

func TestNoEdgeIsAValidResult(t *testing.T) {
	opts := DefaultOptions()
	opts.Alpha = 0.999
	d, err := Build(normalScores(testRNG(6), 320, make([]float64, 4), 0.3, 0), opts)
	if err != nil || len(d.Edges) != 0 || len(d.Report.Warnings) == 0 || !d.Report.Guarantee.Acyclic || !d.Report.Guarantee.Transitive {
		t.Fatalf("got %+v, %v", d, err)
	}
	text, err := json.Marshal(d)
	if err != nil || !strings.Contains(string(text), `"edges":[]`) {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestBadInput(t *testing.T) {
	good := normalScores(testRNG(7), 96, []float64{0.2, 0.1}, 0.1, 0)
	with := func(row, col int, x float64) *mat.Dense {
		m := mat.DenseCopyOf(good)
		m.Set(row, col, x)
		return m
	}
	set := func(f func(*Options)) Options {
		o := DefaultOptions()
		f(&o)
		return o
	}
	for name, c := range map[string]struct {
		scores *mat.Dense
		opts   Options
		want   string
	}{
		"nil":          {nil, DefaultOptions(), "scores are nil or empty"},
		"empty":        {&mat.Dense{}, DefaultOptions(), "scores are nil or empty"},
		"NaN":          {with(5, 1, math.NaN()), DefaultOptions(), "row 5, column 1 is NaN"},
		"Inf":          {with(6, 0, math.Inf(-1)), DefaultOptions(), "row 6, column 0 is -Inf"},
		"alpha low":    {good, set(func(o *Options) { o.Alpha = 0.4 }), "α = 0.4, want α in [0.5, 1)"},
		"alpha one":    {good, set(func(o *Options) { o.Alpha = 1 }), "α = 1"},
		"alpha NaN":    {good, set(func(o *Options) { o.Alpha = math.NaN() }), "α = NaN"},
		"r":            {good, set(func(o *Options) { o.R = -1 }), "r = -1, want a finite"},
		"min epsilon":  {good, set(func(o *Options) { o.MinEpsilon = 0 }), "min_epsilon = 0"},
		"batch size":   {good, set(func(o *Options) { o.BatchSize = 0 }), "batch_size = 0"},
		"batches":      {good, set(func(o *Options) { o.Batches = -2 }), "batches = -2"},
		"estimator":    {good, set(func(o *Options) { o.Estimator = "magic" }), "want one of [auto between"},
		"multiplicity": {good, set(func(o *Options) { o.Multiplicity = "" }), "want one of [none bh holm]"},
		"level":        {good, set(func(o *Options) { o.Multiplicity = estimate.Holm; o.Level = 1 }), "level = 1"},
		"repair":       {good, set(func(o *Options) { o.Repair = "x" }), "want one of [none drop alpha]"},
		"form":         {good, set(func(o *Options) { o.Form = "x" }), "want one of [drawn"},
		"range":        {good, set(func(o *Options) { o.ScoreMin = 2 }), "score_min < score_max"},
		"name count":   {good, set(func(o *Options) { o.Features = []string{"a"} }), "1 feature names for scores [96,2]"},
		"name twice":   {good, set(func(o *Options) { o.Features = []string{"a", "a"} }), "both named"},
		"name empty":   {good, set(func(o *Options) { o.Features = []string{"a", ""} }), "name is empty"},
		"one batch":    {good, set(func(o *Options) { o.BatchSize = 96 }), "the between-batch variance needs at least 2"},
		"batch of one": {good, set(func(o *Options) { o.BatchSize = 1; o.Estimator = estimate.WithinBatch }), "the within-batch variance needs at least 2 rows"},
		"resamples":    {good, set(func(o *Options) { o.Resamples = 0; o.Estimator = estimate.Bootstrap }), "resamples = 0"},
	} {
		d, err := Build(c.scores, c.opts)
		if d != nil || err == nil || !ours(err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, c.want)
		}
	}
}
