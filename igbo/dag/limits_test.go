package dag

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestCountsBeyondSense checks that absurd counts are rejected before any memory is allocated. The
// errors name a limit or the memory.
func TestCountsBeyondSense(t *testing.T) {
	scores := normalScores(testRNG(82), 64, []float64{0.3, 0.2, 0.1}, 0.1, 0)
	for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt/8 + 1, 1 << 62, 1 << 53, 1 << 32, 100_000_000_000, 2_000_000_000, 300_000_000, -1, math.MinInt} {
		for _, o := range variants() {
			for what, change := range map[string]func(*Options){
				"batch size":          func(o *Options) { o.BatchSize = n },
				"batches":             func(o *Options) { o.Batches = n },
				"batches, batch size": func(o *Options) { o.Batches, o.BatchSize = n, n },
				"resamples":           func(o *Options) { o.Resamples, o.Estimator = n, estimate.Bootstrap },
				"permutations":        func(o *Options) { o.Resamples, o.Estimator = n, estimate.Permutation },
			} {
				o := o
				change(&o)
				if _, err := Build(scores, o); err == nil || !ours(err) ||
					!strings.Contains(err.Error(), "at most") && !strings.Contains(err.Error(), "at least") && !strings.Contains(err.Error(), "or more") {
					t.Fatalf("%s = %d: got %v, want a bound", what, n, err)
				}
			}
		}
	}
	for name, change := range map[string]func(*Options){ // each is valid on its own
		"batches × batch size": func(o *Options) { o.Batches, o.BatchSize = 200_000_000, 200_000_000 },
		"resamples × batch size": func(o *Options) {
			o.Resamples, o.Estimator, o.Batches, o.BatchSize = 1_000_000, estimate.Bootstrap, 2, 10_000
		},
		"resamples × features": func(o *Options) { o.Resamples, o.Estimator = 240_000_000, estimate.Bootstrap },
	} {
		o := DefaultOptions()
		change(&o)
		_, err := Build(scores, o)
		want := "B of memory, which is too much (max "
		if memory.Available() > 2*estimate.MaxMemory { // otherwise the limit is the memory that is available at the moment
			want += "8 GB)"
		}
		refusal.Check(t, err, want, name)
	}
	o := DefaultOptions()
	o.Multiplicity = estimate.Holm
	if err := o.CheckMemory(32, 100_000); err == nil {
		t.Error("the p-values of 100 000 features: want the memory")
	}
	if err := o.CheckMemory(2, 20_000); err != nil && memory.Available() > 2*o.Estimate().Memory(2, 20_000) {
		t.Errorf("20 000 features: got %v", err)
	}
	for _, c := range [][3]int{{0, 1, 1}, {1, math.MaxInt, math.MaxInt}, {1, -1, 1}, {1, 1, -1}, {5, 1 << 40, 1 << 40}} {
		func() {
			defer func() {
				if _, ok := recover().(error); !ok {
					t.Errorf("DrawBatches%v: want a panic with an error", c)
				}
			}()
			estimate.DrawBatches(c[0], c[1], c[2], 1)
		}()
	}
}

// TestExtremeOptions checks that an extreme option is an error or does no harm.
func TestExtremeOptions(t *testing.T) {
	scores := normalScores(testRNG(83), 64, []float64{0.3, 0.2, 0.1}, 0.1, 0)
	values := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 1e151, 1e150, 1e6, 1, 0.5, 1e-300, math.SmallestNonzeroFloat64, 0, -1}
	for _, x := range values {
		for _, o := range variants() {
			for _, change := range []func(*Options){
				func(o *Options) { o.Alpha = x }, func(o *Options) { o.R = x }, func(o *Options) { o.MinEpsilon = x }, func(o *Options) { o.Level = x },
				func(o *Options) { o.ScoreMin = x }, func(o *Options) { o.ScoreMax = x },
				func(o *Options) { o.ScoreMin, o.ScoreMax = -x, x }, func(o *Options) { o.R, o.MinEpsilon = x, x },
			} {
				o := o
				change(&o)
				d, err := Build(scores, o)
				if err == nil {
					err = sound(d)
				} else if ours(err) {
					err = nil
				}
				if err != nil {
					t.Fatalf("%g in %+v: %v", x, o, err)
				}
			}
		}
	}
}
