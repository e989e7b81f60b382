package verdict_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// TestCorrectedByHand: five differences and a quarter of the samples held out: mean 2,
// s² = 2.5, t_4 at 95 % is 2.7764451, so half of the interval is 2.7764451·√(2.5·(0.2 + 0.25)).
func TestCorrectedByHand(t *testing.T) {
	i := must.Of(verdict.Corrected([]float64{0, 1, 2, 3, 4}, 0.25, 0.95)).In(t)
	backendtest.Near(t, "interval", []float64{i.Mean, i.Low, i.High}, []float64{2, 2 - 2.94486472, 2 + 2.94486472}, 1e-7)
	for _, wrong := range []struct {
		d            []float64
		ratio, level float64
	}{{[]float64{1}, 1, 0.95}, {[]float64{1, 2}, -1, 0.95}, {[]float64{1, 2}, 1, 1}} {
		if _, err := verdict.Corrected(wrong.d, wrong.ratio, wrong.level); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}

// TestCoverage: where two learners are equally good, as one uses the first of two exchangeable inputs and the
// other the second, the corrected interval of 95 % over 5 × 5 folds holds 0 in about that share of
// data sets; the naive one, as if folds were independent, in far fewer.
func TestCoverage(t *testing.T) {
	const sets, n = 1000, 40
	corrected, naive := 0, 0
	for s := range uint64(sets) {
		rng := rand.New(rand.NewPCG(s, 1))
		x, y := [2][]float64{}, make([]float64, n)
		for i := range n {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			x[0], x[1] = append(x[0], a), append(x[1], b)
			y[i] = a + b + rng.NormFloat64()
		}
		folds := must.Of(fold.All(n, 5, 5, s, nil, nil)).In(t)
		var d []float64
		for _, f := range folds {
			d = append(d, heldOut(x[0], y, f)-heldOut(x[1], y, f))
		}
		for ratio, count := range map[float64]*int{0.25: &corrected, 0: &naive} {
			i := must.Of(verdict.Corrected(d, ratio, 0.95)).In(t)
			if i.Low <= 0 && i.High >= 0 {
				*count++
			}
		}
	}
	t.Logf("of %d data sets the corrected interval holds 0 in %d, the naive one in %d", sets, corrected, naive)
	if share := float64(corrected) / sets; share < 0.92 || share > 0.995 {
		t.Errorf("the corrected interval holds 0 in %.3f of data sets, want about 0.95", share)
	}
	if share := float64(naive) / sets; share > 0.85 {
		t.Errorf("the naive interval holds 0 in %.3f of data sets: a correction would not be needed", share)
	}
}

// heldOut is the squared error on the test part of a line that is fitted to the rest.
func heldOut(x, y []float64, f fold.Rows) (mse float64) {
	var trainX, trainY []float64
	for _, i := range f.Train {
		trainX, trainY = append(trainX, x[i]), append(trainY, y[i])
	}
	a, b := stat.LinearRegression(trainX, trainY, nil, false)
	for _, i := range f.Test {
		miss := y[i] - a - b*x[i]
		mse += miss * miss / float64(len(f.Test))
	}
	return mse
}
