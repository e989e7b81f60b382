package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// skewed returns n rows of two columns with weights, whose targets have one-sided noise.
func skewed(n int) samples.Data {
	rng := rand.New(rand.NewPCG(9, 0))
	d := samples.Data{Features: []string{"a", "b"}, Steps: 1}
	for range n {
		a, b := rng.NormFloat64(), 5*rng.NormFloat64()
		d.X = append(d.X, a, b)
		d.Y = append(d.Y, 100+30*a-4*b+20*rng.ExpFloat64())
		d.Weights = append(d.Weights, 0.5+rng.Float64())
	}
	return d
}

// TestRobustIsOptimal checks that the exact penalised loss near the solution is not smaller than at the
// solution, except for the effect of smoothing. Without a penalty, the weights must be those of the noise
// distribution.
func TestRobustIsOptimal(t *testing.T) {
	data := skewed(400)
	r := data.View(nil)
	for _, loss := range []task.Loss{{Kind: task.KindAbsolute}, {Kind: task.KindQuantile, Quantile: 0.9}, {Kind: task.KindQuantile, Quantile: 0.05}} {
		for _, penalty := range []float64{10, 0.1, 1e-6} {
			fits := must.Of(Path(t.Context(), r, loss, 1, []float64{penalty})).In(t)
			z := newDesign(t.Context(), r, fits[0].Units)
			exact := func(theta []float64) (l float64) {
				z.blocks(func(b block) {
					for i, y := range b.y {
						f := mat.Dot(b.x.RowView(i), mat.NewVecDense(3, theta))
						v := must.Of(loss.Value(task.Predictions{Outputs: 1, Values: []float64{f}, Targets: []float64{y}})).In(t)
						l += b.w[i] * v
					}
				})
				return l + penalty/2*(theta[0]*theta[0]+theta[1]*theta[1])
			}
			at, rng := fits[0].Theta, rand.New(rand.NewPCG(1, 0))
			least := exact(at)
			for i := range 400 {
				near := slices.Clone(at)
				for j := range near {
					near[j] += math.Pow(10, -float64(i%4)) * rng.NormFloat64()
				}
				if l := exact(near); l < least-kink {
					t.Fatalf("%s, penalty %g: %.6f at %v, and %.6f at %v nearby", loss, penalty, least, at, l, near)
				}
			}
			if penalty > 1e-3 {
				continue
			}
			q := loss.Quantile
			if loss.Is(task.KindAbsolute) {
				q = 0.5
			}
			own := fits[0].Predict([]float64{0, 0, 1, 0, 0, 1})
			want := []float64{100 - 20*math.Log(1-q), 30, -4}
			for j, got := range []float64{own[0], own[1] - own[0], own[2] - own[0]} {
				if within := []float64{8, 8, 2}[j]; math.Abs(got-want[j]) > within {
					t.Errorf("%s: coefficient %d is %.3g, want %.3g within %g", loss, j, got, want[j], within)
				}
			}
		}
	}
}

// TestRobustDescends checks that the slope matches the value, and that the parabola with the given curvature is
// nowhere below the loss.
func TestRobustDescends(t *testing.T) {
	for _, l := range []robust{{1, 0}, {0.5, -0.4}, {0.5, 0.3}} {
		for _, r := range []float64{-3, -kink, -kink / 3, 0, kink / 2, 2 * kink, 0.7} {
			const h = 1e-9
			backendtest.Near(t, "slope", []float64{l.slope(r)}, []float64{(l.value(r+h) - l.value(r-h)) / (2 * h)}, 1e-5)
			for to := -5.0; to <= 5; to += 0.01 {
				if above := l.value(r) + l.slope(r)*(to-r) + l.curvature(r)/2*(to-r)*(to-r); l.value(to) > above+1e-12 {
					t.Fatalf("%v: the parabola at %g is %g at %g, below %g", l, r, above, to, l.value(to))
				}
			}
		}
	}
}
