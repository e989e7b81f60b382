package posterior

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// alikeTable has D columns of which any two have correlation ρ, and weights that fall by a tenth each.
func alikeTable(seed uint64, n, d int, rho float64) (Data, Order) {
	r := rand.New(rand.NewPCG(seed, 4))
	data, order := Data{D: d}, Order{}
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

// Chains agree on fifty columns of which any two have correlation .9, where single weights alone do not (R-hat 1.2).
func TestMixing(t *testing.T) {
	for _, c := range []struct {
		columns int
		trust   Trust
	}{{10, Hard}, {10, Soft}, {50, Hard}} {
		cfg := DefaultConfig()
		cfg.Trust = c.trust
		data, order := alikeTable(3, 64, c.columns, .9)
		p, err := Sample(context.Background(), data, order, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if p.Warning() != "" || p.Effective < 100 {
			t.Errorf("%d columns, %s: R-hat %.3f, %.0f effective", c.columns, c.trust, p.RHat, p.Effective)
		}
	}
}
