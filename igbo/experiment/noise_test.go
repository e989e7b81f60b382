package experiment

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/projection"
)

// TestNoiseRates: away from c = 0 the bias falls as σ², at c = 0 it stays for
// λ ≠ ½ under P and falls as σ under the continuous variant.
func TestNoiseRates(t *testing.T) {
	for _, c := range []struct {
		rule     projection.Rule
		g2       []float64
		bias     float64
		variance float64
	}{
		{projection.Paper{}, []float64{-1, 2}, 2, 2},
		{projection.Paper{}, []float64{0, 1}, 0, 0},
		{projection.Continuous{}, []float64{0, 1}, 1, 2},
	} {
		cfg := NoiseConfig{Rule: c.rule.String(), Lambda: 0.7, G1: []float64{1, 0}, G2: c.g2, Sigmas: []float64{0.1, 0.05, 0.025}, Draws: 100000, Seed: 1}
		p, err := Noise(t.Context(), nil, cfg, nil)
		if err != nil {
			t.Fatal(err)
		}
		bias, variance := NoiseRates(p)
		if math.Abs(bias-c.bias) > 0.15 || math.Abs(variance-c.variance) > 0.15 {
			t.Errorf("%s at g2 = %v: bias falls as σ^%.2f and variance as σ^%.2f, want %g and %g", c.rule, c.g2, bias, variance, c.bias, c.variance)
		}
	}
	one := []float64{1}
	for name, cfg := range map[string]NoiseConfig{
		"unequal gradients": {Rule: "paper", Lambda: 0.5, G1: one, G2: []float64{1, 2}, Sigmas: one, Draws: 10},
		"no noise":          {Rule: "paper", Lambda: 0.5, G1: one, G2: one, Sigmas: []float64{0}, Draws: 10},
		"no rule":           {Lambda: 0.5, G1: one, G2: one, Sigmas: one, Draws: 10},
	} {
		if _, err := Noise(t.Context(), nil, cfg, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
