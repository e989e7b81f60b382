package posterior

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
)

// alikeTable returns D columns, any two of which have correlation ρ, with weights that decrease by a tenth
// each.
func alikeTable(seed uint64, n, d int, rho float64) (samples.Data, Order) {
	r := rand.New(rand.NewPCG(seed, 4))
	data, order := samples.Data{Features: make([]string, d), Steps: 1}, Order{}
	for range n {
		common, y := r.NormFloat64(), r.NormFloat64()
		for j := range d {
			x := math.Sqrt(rho)*common + math.Sqrt(1-rho)*r.NormFloat64()
			data.X = append(data.X, x)
			y += x * math.Pow(.9, float64(j)) * float64(1-2*(j%2))
		}
		data.Y = append(data.Y, y)
	}
	for j := range d - 1 {
		order.Above = append(order.Above, [2]int{j, j + 1})
	}
	return data, order
}

// TestMixingOfCounts checks that chains start near the true parameters, for counts of about one and in the
// thousands. Weights fitted to the counts themselves would have exponentials that overflow.
func TestMixingOfCounts(t *testing.T) {
	for _, level := range []float64{1, 7} {
		r := rand.New(rand.NewPCG(8, 8))
		data, order := samples.Data{Features: make([]string, 3), Steps: 1}, Order{Above: [][2]int{{0, 1}, {1, 2}}}
		for range 40 {
			a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
			rate := math.Exp(level + .8*a - .5*b + .2*c)
			data.X, data.Y = append(data.X, a, b, c), append(data.Y, math.Round(max(0, rate+math.Sqrt(rate)*r.NormFloat64())))
		}
		for _, trust := range []Trust{Hard, Soft} {
			cfg := DefaultConfig()
			cfg.Loss, cfg.Trust, cfg.Draws, cfg.Chains = Poisson, trust, 1000, 2
			p := must.Of(Sample(context.Background(), data, order, cfg)).In(t)
			w, b := p.Mean()
			if p.Warning() != "" || math.Abs(w[0]-.8) > .2 || math.Abs(w[1]+.5) > .2 || math.Abs(w[2]-.2) > .2 || math.Abs(b-level) > .3 {
				t.Errorf("counts of e^%g, %s: %q, weights %.3f, intercept %.3f", level, trust, p.Warning(), w, b)
			}
		}
	}
}

// TestMixing checks that chains agree on fifty columns, any two of which have correlation 0.9. With moves of
// single weights only, they would not (R-hat 1.2).
func TestMixing(t *testing.T) {
	for _, c := range []struct {
		columns int
		trust   Trust
	}{{10, Hard}, {10, Soft}, {50, Hard}} {
		cfg := DefaultConfig()
		cfg.Trust = c.trust
		data, order := alikeTable(3, 64, c.columns, .9)
		p := must.Of(Sample(context.Background(), data, order, cfg)).In(t)
		if g := p.Diagnose(); !(g.RHat < 1.05 && min(g.BulkESS, g.TailESS) > 150) {
			t.Errorf("%d columns, %s: %+v, %s", c.columns, c.trust, g, p.Warning())
		}
	}
}
