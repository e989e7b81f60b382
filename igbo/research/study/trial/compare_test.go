package trial_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestRatio checks that the ratio is 2 with a narrow interval if all errors are twice as large, that the interval for unrelated
// errors contains the ratio, and that Wilcoxon's p agrees with an independent computation.
func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var a, b, c []float64
	for range 40 {
		v := rng.ExpFloat64()
		a, b, c = append(a, 2*v), append(b, v), append(c, rng.ExpFloat64())
	}
	rows := must.Of(trial.Compare("b", []trial.Entry{{Name: "a", Errors: a}, {Name: "b", Errors: b}, {Name: "c", Errors: c}}, trial.DefaultCompareOptions())).In(t)
	if r := rows[0]; math.Abs(r.Ratio-2) > 1e-12 || math.Abs(r.Low-2) > 1e-12 || math.Abs(r.High-2) > 1e-12 || r.Losses != 40 || r.P > 1e-6 {
		t.Errorf("twice: %+v", r)
	}
	if r := rows[1]; r.Ratio != 1 || r.Ties != 40 || r.P != 1 {
		t.Errorf("itself: %+v", r)
	}
	if r := rows[2]; !(r.Low < r.Ratio && r.Ratio < r.High) || r.P < 0.001 {
		t.Errorf("another: %+v", r)
	}
	// scipy.stats.wilcoxon(x, y, correction=True, mode="approx") gives p = 0.6352893 for these values
	x, y := []float64{125, 115, 130, 140, 140, 115, 140, 125, 140, 135}, []float64{110, 122, 125, 120, 140, 124, 123, 137, 135, 145}
	if p := trial.SignedRank(x, y); math.Abs(p-0.6353) > 5e-4 {
		t.Errorf("p = %.5f, want 0.6353", p)
	}
	if _, err := trial.Compare("d", nil, trial.DefaultCompareOptions()); err == nil {
		t.Error("a reference that is not there is accepted")
	}
}
