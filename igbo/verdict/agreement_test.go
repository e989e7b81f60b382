package verdict

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
)

// drawnFolds are the losses of 5 × 5 folds of n samples of y = w₁x₁ + w₂x₂ + noise, by least squares and by least squares with the order
// w₁ ≥ w₂.
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

// TestCoverageWhereFoldsAgree: the interval holds the mean difference over data sets in about its share of them, from an order that
// is wrong by two standard errors to one that never binds, where the corrected t interval alone is [0, 0] in most.
func TestCoverageWhereFoldsAgree(t *testing.T) {
	const sets, n = 400, 60
	for _, errors := range []float64{-2, -1, 0, 0.5, 1, 2, 3} {
		r := rand.New(rand.NewPCG(11, uint64(10+2*errors)))
		var plain, wide []Interval
		truth, zero := 0.0, 0
		for range sets {
			without, with := drawnFolds(r, n, errors*math.Sqrt(2./n))
			differences, loss := make([]float64, len(with)), 0.0
			for i := range with {
				differences[i] = without[i] - with[i]
				loss += without[i] / float64(len(with))
			}
			i := must.Of(Corrected(differences, 0.25, 0.95)).In(t)
			a := agreement{share: agreeing(without, with), q: 1, n: 0.8 * n}
			truth += i.Mean / sets
			plain, wide = append(plain, i), append(wide, a.widen(i, loss, 0.95))
			if i.Low == 0 && i.High == 0 {
				zero++
			}
		}
		covers := func(of []Interval) (share float64) {
			for _, i := range of {
				if i.Low <= truth && truth <= i.High {
					share += 1. / sets
				}
			}
			return share
		}
		t.Logf("the order is right by %g standard errors: %.2f of the verdicts are [0, 0], the t interval covers %.3f, the widened one %.3f", errors, float64(zero)/sets, covers(plain), covers(wide))
		if got := covers(wide); got < 0.92 {
			t.Errorf("right by %g standard errors: coverage %.3f, want 0.95 (of the t interval it is %.3f)", errors, got, covers(plain))
		}
		if errors == 0 && covers(plain) > 0.9 {
			t.Error("the t interval covers as it should: no case to tell them apart")
		}
	}
}

// TestWidening: nothing where no fold agrees, or nothing is stated; else an interval of positive width about the same mean.
func TestWidening(t *testing.T) {
	i := Interval{0, 0, 0}
	for _, a := range []agreement{{share: 0, q: 3, n: 100}, {share: 1, q: 0, n: 100}} {
		if got := a.widen(Interval{1, 0, 2}, 5, 0.95); got != (Interval{1, 0, 2}) {
			t.Errorf("%+v: %+v", a, got)
		}
	}
	got := agreement{share: 1, q: 2, n: 100}.widen(i, 50, 0.95)
	if want := (Interval{0, -5.991464547 * 0.5, 1}); math.Abs(got.Low-want.Low) > 1e-8 || math.Abs(got.High-want.High) > 1e-12 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (agreement{share: 0.5, q: 1, n: 50, loss: task.Loss{Kind: task.KindLogistic}}).widen(i, 50, 0.95); math.Abs(got.High-0.005) > 1e-12 {
		t.Errorf("log loss: %+v", got)
	}
	if s := agreeing([]float64{1, 2, 3, 4}, []float64{1, 2 + 1e-12, 3.1, 4}); math.Abs(s-0.75) > 1e-12 {
		t.Errorf("the share %g", s)
	}
}
