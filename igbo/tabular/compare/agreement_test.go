package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/task"
)

// drawnFolds returns the losses over 5 × 5 folds of n samples of y = w₁x₁ + w₂x₂ + noise: for least
// squares, and for least squares with the order w₁ ≥ w₂.
func drawnFolds(r *rand.Rand, n int, gap float64) (without, with []float64) {
	x, y := make([][2]float64, n), make([]float64, n)
	for i := range x {
		x[i] = [2]float64{r.NormFloat64(), r.NormFloat64()}
		y[i] = (1+gap)*x[i][0] + x[i][1] + r.NormFloat64()
	}
	for range 5 {
		order := r.Perm(n)
		for fold := range 5 {
			var a, b, c, p, q float64
			for i, k := range order {
				if i%5 != fold {
					a, b, c = a+x[k][0]*x[k][0], b+x[k][0]*x[k][1], c+x[k][1]*x[k][1]
					p, q = p+x[k][0]*y[k], q+x[k][1]*y[k]
				}
			}
			free := [2]float64{(c*p - b*q) / (a*c - b*b), (a*q - b*p) / (a*c - b*b)}
			bound := free
			if free[0] < free[1] {
				w := (p + q) / (a + 2*b + c)
				bound = [2]float64{w, w}
			}
			for _, fit := range []struct {
				w  [2]float64
				to *[]float64
			}{{free, &without}, {bound, &with}} {
				loss, count := 0.0, 0.0
				for i, k := range order {
					if i%5 == fold {
						d := y[k] - fit.w[0]*x[k][0] - fit.w[1]*x[k][1]
						loss, count = loss+d*d, count+1
					}
				}
				*fit.to = append(*fit.to, loss/count)
			}
		}
	}
	return without, with
}

// TestCoverageWhereFoldsAgree checks that the interval covers the ratio of the mean losses over
// data sets at about its nominal level. The orders range from one that is wrong by two standard
// errors to one that is never active. With the folds alone, most intervals would be [1, 1].
func TestCoverageWhereFoldsAgree(t *testing.T) {
	const sets, n = 400, 60
	for _, errors := range []float64{-2, -1, 0, 0.5, 1, 2, 3} {
		r := rand.New(rand.NewPCG(11, uint64(10+2*errors)))
		var plain, wide []Interval
		with, without, ties := 0.0, 0.0, 0
		for range sets {
			free, bound := drawnFolds(r, n, errors*math.Sqrt(2./n))
			c := comparison{ratio: 0.25, level: 0.95}
			i := c.of(heldOut{folds: free}, heldOut{folds: bound})
			c.gains, c.costs = agreement{share: agreeing(free, bound), q: 1, n: 0.8 * n}.widths(stat.Mean(free, nil), 0.95)
			with, without = with+stat.Mean(bound, nil), without+stat.Mean(free, nil)
			plain, wide = append(plain, i), append(wide, c.of(heldOut{folds: free}, heldOut{folds: bound}))
			if i.Low == 1 && i.High == 1 {
				ties++
			}
		}
		truth := with / without
		covers := func(of []Interval) (share float64) {
			for _, i := range of {
				if i.Low <= truth && truth <= i.High {
					share += 1. / sets
				}
			}
			return share
		}
		t.Logf("the order is right by %g standard errors: %.2f of the intervals are [1, 1], folds alone cover %.3f, the widened interval %.3f", errors, float64(ties)/sets, covers(plain), covers(wide))
		if got := covers(wide); got < 0.92 {
			t.Errorf("right by %g standard errors: coverage %.3f, want 0.95 (of the folds alone it is %.3f)", errors, got, covers(plain))
		}
		if errors == 0 && covers(plain) > 0.9 {
			t.Error("folds alone cover as they should: no case to tell them apart")
		}
	}
}

// TestWidths checks that an order widens nothing if no fold agrees or the order is empty.
func TestWidths(t *testing.T) {
	for _, a := range []agreement{{share: 0, q: 3, n: 100}, {share: 1, q: 0, n: 100}} {
		if gains, costs := a.widths(5, 0.95); gains != 0 || costs != 0 {
			t.Errorf("%+v: %g and %g", a, gains, costs)
		}
	}
	gains, costs := agreement{share: 1, q: 2, n: 100}.widths(50, 0.95)
	if math.Abs(gains-0.02) > 1e-12 || math.Abs(costs-5.991464547*0.01) > 1e-9 {
		t.Errorf("squared error: %g and %g", gains, costs)
	}
	if gains, _ = (agreement{share: 0.5, q: 1, n: 50, loss: task.Loss{Kind: task.KindLogistic}}).widths(0.5, 0.95); math.Abs(gains-0.01) > 1e-12 {
		t.Errorf("log loss: %g", gains)
	}
	if s := agreeing([]float64{1, 2, 3, 4}, []float64{1, 2 + 1e-12, 3.1, 4}); math.Abs(s-0.75) > 1e-12 {
		t.Errorf("the share %g", s)
	}
}
