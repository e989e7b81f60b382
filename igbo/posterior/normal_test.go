package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// extremes returns extreme floating-point arguments.
func extremes() []float64 {
	inf := math.Inf(1)
	return []float64{-inf, -math.MaxFloat64, -1e9, -40, -6, -1, -1e-300, 0, 1e-300, 1, 5, 6, 40, 1e9, math.MaxFloat64, inf, math.NaN()}
}

// TestTruncatedEnds checks that drawing truncated normals ends for all bounds, and that draws are within bounds
// that are in order.
func TestTruncatedEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, a := range extremes() {
		for _, b := range extremes() {
			z := truncated(r, a, b)
			farTail(r, math.Abs(a), b)
			if math.IsNaN(a) || math.IsNaN(b) {
				if !math.IsNaN(z) {
					t.Errorf("between %g and %g: %g, want NaN", a, b, z)
				}
			} else if a <= b && !(a <= z && z <= b) {
				t.Errorf("between %g and %g: %g", a, b, z)
			}
		}
	}
}

// TestSlicedEnds checks that slice sampling ends from all starting points, even if the density is zero,
// infinite or NaN everywhere.
func TestSlicedEnds(t *testing.T) {
	c := &chain{r: rand.New(rand.NewPCG(1, 1))}
	for _, from := range extremes() {
		for _, width := range extremes() {
			for _, at := range extremes() {
				sliced(c, from, width, func(float64) float64 { return at })
				sliced(c, from, width, func(x float64) float64 { return at * x })
			}
		}
	}
}

// TestGammaBelow checks that draws below a bound have the truncated distribution, for each of the three
// proposals.
func TestGammaBelow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ shape, bound float64 }{{1, 1e-9}, {1, .5}, {1, 3}, {1.5, .9}, {3, 1.2}, {20, 2}, {20, 18}, {20, 19.5}, {20, 30}, {5000, 10}, {5000, 4800}} {
		const draws = 20_000
		var u []float64
		for range draws {
			g := gammaBelow(r, c.shape, c.bound)
			if !(g > 0 && g <= c.bound) {
				t.Fatalf("shape %g below %g: %g", c.shape, c.bound, g)
			}
			u = append(u, below(c.shape, g, c.bound))
		}
		if mean := stat.Mean(u, nil); math.Abs(mean-.5) > 4*math.Sqrt(1./12/draws) {
			t.Errorf("shape %g below %g: the mean probability is %g, want 0.5", c.shape, c.bound, mean)
		}
		if v := stat.Variance(u, nil); math.Abs(v-1./12) > .003 {
			t.Errorf("shape %g below %g: the variance of probabilities is %g, want 1/12", c.shape, c.bound, v)
		}
	}
	for _, shape := range []float64{1, 7} {
		for _, bound := range extremes() {
			gammaBelow(r, shape, bound)
		}
	}
}

// below returns P(G < g | G < bound) for a gamma variable, using the series of γ(a, x)·e^x·x^−a if the
// probabilities are too small.
func below(shape, g, bound float64) float64 {
	if p := mathext.GammaIncReg(shape, bound); p > 1e-200 {
		return mathext.GammaIncReg(shape, g) / p
	}
	series := func(x float64) float64 {
		sum, term := 0.0, 1/shape
		for n := 1.0; term > 1e-17*sum; n++ {
			sum += term
			term *= x / (shape + n)
		}
		return math.Log(sum) + shape*math.Log(x) - x
	}
	return math.Exp(series(g) - series(bound))
}
