package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// TestRatioByHand computes an example by hand: five folds with a quarter of the samples held out.
// The reference has the loss 1 in each fold, so the differences are those of the model's relative
// losses, with a standard deviation of √2.5/3. t_4 at 95 % is 2.7764451. The logarithms vary more.
func TestRatioByHand(t *testing.T) {
	reference, model := heldOut{folds: []float64{1, 1, 1, 1, 1}}, heldOut{folds: []float64{1, 2, 3, 4, 5}}
	logs := make([]float64, 5)
	for i, v := range model.folds {
		logs[i] = math.Log(v)
	}
	h := 2.7764451 * max(math.Sqrt(2.5)/3, stat.StdDev(logs, nil)) * math.Sqrt(0.2+0.25)
	got := comparison{ratio: 0.25, level: 0.95}.of(reference, model)
	for i, pair := range [][2]float64{{got.Mean, 3}, {got.Low, 3 * math.Exp(-h)}, {got.High, 3 * math.Exp(h)}} {
		if math.Abs(pair[0]-pair[1]) > 1e-5 {
			t.Errorf("number %d: %g, want %g", i, pair[0], pair[1])
		}
	}
}

// TestRowError checks the standard error over samples: it is that of the mean of their relative
// differences, averaged over repeats. For clustered samples, it uses the sums over clusters.
func TestRowError(t *testing.T) {
	reference := heldOut{folds: []float64{1, 1}, rows: [][]float64{{1, 1, 1, 1}, {1, 1, 1, 1}}}
	model := heldOut{folds: []float64{1, 1}, rows: [][]float64{{0, 2, 1, 1}, {1, 1, 2, 0}}} // the second repeat has a different order
	single := comparison{units: [][]float64{{0, 1, 2, 3}, {3, 2, 1, 0}}}
	// the means over repeats are −1, 1, 0, 0
	if got, want := single.rowError(reference, model, 1, 1), math.Sqrt(2./3)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("%g, want %g", got, want)
	}
	pairs := comparison{units: [][]float64{{0, 0, 1, 1}, {1, 1, 0, 0}}}
	if got := pairs.rowError(reference, model, 1, 1); got != 0 {
		t.Errorf("clusters whose sums are 0 have the error %g", got)
	}
}

// TestRatioIsFinite checks that, for any losses, the ends of the interval are finite, non-negative
// and in order.
func TestRatioIsFinite(t *testing.T) {
	values := []float64{0, 5e-324, 1e-300, 1, 1e140}
	for _, floor := range []float64{0, 1e-12} {
		for _, a := range values {
			for _, b := range values {
				for _, c := range values {
					i := comparison{ratio: 0.25, level: 0.95, floor: floor}.of(heldOut{folds: []float64{a, b, a}}, heldOut{folds: []float64{b, c, c}})
					for _, v := range []float64{i.Low, i.Mean, i.High} {
						if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
							t.Fatalf("losses %g, %g, %g with the floor %g: %+v", a, b, c, floor, i)
						}
					}
					if i.Low > i.Mean || i.Mean > i.High {
						t.Fatalf("losses %g, %g, %g with the floor %g: %+v", a, b, c, floor, i)
					}
				}
			}
		}
	}
}

// TestCoverage compares two equally good learners, which use one of two exchangeable inputs each.
// The 95 % interval over 5 × 5 folds must contain 1 in about that share of data sets. Without the
// correction for overlapping folds, the share is much smaller.
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
		var first, second heldOut
		for _, f := range folds {
			first.folds, second.folds = append(first.folds, missed(x[0], y, f)), append(second.folds, missed(x[1], y, f))
		}
		for ratio, count := range map[float64]*int{0.25: &corrected, 0: &naive} {
			if i := (comparison{ratio: ratio, level: 0.95}).of(first, second); i.Low <= 1 && i.High >= 1 {
				*count++
			}
		}
	}
	t.Logf("of %d data sets the corrected interval holds 1 in %d, the naive one in %d", sets, corrected, naive)
	if share := float64(corrected) / sets; share < 0.92 || share > 0.995 {
		t.Errorf("the corrected interval holds 1 in %.3f of data sets, want about 0.95", share)
	}
	if share := float64(naive) / sets; share > 0.85 {
		t.Errorf("the naive interval holds 1 in %.3f of data sets: a correction would not be needed", share)
	}
}

// missed returns the squared error on the test part of a line fitted to the rest.
func missed(x, y []float64, f fold.Rows) (mse float64) {
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
