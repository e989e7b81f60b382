package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestTruncatedAgainstRejectionSampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
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
		if want := NormalP(c.mu, c.sigma); math.Abs(up/(up+down)-want) > 1e-12 {
			t.Errorf("%+v: got %.15f, want %.15f", c, up/(up+down), want)
		}
	}
}
