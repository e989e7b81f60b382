package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestSweepsKeepThePrior alternates sweeps with drawing new targets from the model, which must leave the prior
// unchanged (Geweke, 2004). It checks the half-Cauchy scales and the probability that an order has an effect.
func TestSweepsKeepThePrior(t *testing.T) {
	type model struct {
		base  Base
		trust Trust
	}
	models := []model{{Gauss, Hard}, {Gauss, Soft}, {Laplace, Soft}, {Laplace, Hard}} // each half has both bases and both kinds
	for _, m := range sweep.Part(models, 2, rand.IntN(2)) {
		cfg := DefaultConfig()
		cfg.Base, cfg.Trust = m.base, m.trust
		order := Order{Above: [][2]int{{0, 1}, {1, 2}, {1, 3}}, Directions: []int{0, 1, 0, 0}}
		p := problemOf(t, table(4, 7, 4, Squared), order, cfg)
		const chains, sweeps = 8, 12_000
		var values [4][]float64
		for k := range chains {
			own := *p
			own.xy = make([]float64, p.d)
			c := own.newChain(rand.New(rand.NewPCG(uint64(k), 5)))
			var sums [4]float64
			for n := range sweeps {
				c.redraw()
				c.sweep(n)
				reported := func(k int) float64 { return min(float64(k), 1) }
				sigma := math.Sqrt(c.sigma2)
				for i, v := range [4]float64{sigma / (1 + sigma), c.tau / (1 + c.tau), reported(c.theta), reported(c.thetaS)} {
					sums[i] += v / sweeps
				}
			}
			for i, v := range sums {
				values[i] = append(values[i], v)
			}
		}
		for i, what := range []string{"σ/(1+σ)", "τ/(1+τ)", "P(θ > 0)", "P(θ > 0) of directions"} {
			want := .5
			if m.trust == Hard && i > 1 {
				want = 0
			}
			mean, stdDev := stat.MeanStdDev(values[i], nil)
			if e := stdDev / math.Sqrt(chains); math.Abs(mean-want) > 4*e+.005 || e > .06 {
				t.Errorf("%s, %s: %s is %.4f ± %.4f, expected %g", m.base, m.trust, what, mean, e, want)
			}
		}
	}
}

// redraw draws centred targets from the model.
func (c *chain) redraw() {
	y := make([]float64, c.rows)
	for i := range y {
		y[i] = math.Sqrt(c.sigma2) * c.r.NormFloat64()
		for j, w := range c.w {
			y[i] += w * c.x[j][i]
		}
	}
	mean := stat.Mean(y, nil)
	c.yy = 0
	clear(c.xy)
	for i := range y {
		y[i] -= mean
		c.yy += y[i] * y[i]
		for j := range c.xy {
			c.xy[j] += c.x[j][i] * y[i]
		}
	}
}
