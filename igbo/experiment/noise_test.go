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
		p, err := Noise(c.rule, []float64{1, 0}, c.g2, 0.7, []float64{0.1, 0.05, 0.025}, 100000, 1)
		if err != nil {
			t.Fatal(err)
		}
		bias, variance := NoiseRates(p)
		if math.Abs(bias-c.bias) > 0.15 || math.Abs(variance-c.variance) > 0.15 {
			t.Errorf("%s at g2 = %v: bias falls as σ^%.2f and variance as σ^%.2f, want %g and %g", c.rule, c.g2, bias, variance, c.bias, c.variance)
		}
	}
	if _, err := Noise(projection.Paper{}, []float64{1}, []float64{1, 2}, 0.5, []float64{1}, 10, 1); err == nil {
		t.Error("unequal gradients were accepted")
	}
	if _, err := Noise(projection.Paper{}, []float64{1}, []float64{1}, 0.5, []float64{0}, 10, 1); err == nil {
		t.Error("no noise was accepted")
	}
}
