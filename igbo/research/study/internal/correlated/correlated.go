// Package correlated draws linear truths whose inputs have one common factor. The expected error of a model is computed in
// closed form.
package correlated

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
)

// Truth is a linear truth. The target has variance 1.
type Truth struct {
	// Weights fall in absolute value.
	Weights []float64
	// Loadings are the loadings of the common factor: input j is Loadings[j]·factor + √(1 − Loadings[j]²)·noise.
	Loadings []float64
	// Noise is the standard deviation of the target around x·w.
	Noise float64
}

// New draws a truth. Each weight is decay times the previous one, with a random sign. Inputs have correlations of this absolute
// value with random signs. The truth explains the given share of the target's variance.
func New(features int, decay, correlation, explained float64, rng *rand.Rand) Truth {
	t := Truth{Noise: math.Sqrt(1 - explained)}
	sign := func() float64 { return float64(2*rng.IntN(2) - 1) }
	for j := range features {
		t.Weights = append(t.Weights, sign()*math.Pow(decay, float64(j)))
		t.Loadings = append(t.Loadings, sign()*math.Sqrt(correlation))
	}
	scale := math.Sqrt(explained / t.variance(t.Weights))
	for j := range t.Weights {
		t.Weights[j] *= scale
	}
	return t
}

// variance returns the variance of x·w.
func (t Truth) variance(w []float64) float64 {
	common, v := 0.0, 0.0
	for j, l := range t.Loadings {
		common += w[j] * l
		v += w[j] * w[j] * (1 - l*l)
	}
	return v + common*common
}

// Excess returns the expected squared error of a model on new rows minus that of the truth.
func (t Truth) Excess(weights []float64, bias float64) float64 {
	gap := make([]float64, len(weights))
	for j := range weights {
		gap[j] = weights[j] - t.Weights[j]
	}
	return t.variance(gap) + bias*bias
}

// Rows draws n rows.
func (t Truth) Rows(n int, rng *rand.Rand) igbo.Data {
	d := igbo.Data{Steps: 1}
	for j := range t.Weights {
		d.Features = append(d.Features, fmt.Sprintf("x%d", j))
	}
	for range n {
		factor, y := rng.NormFloat64(), t.Noise*rng.NormFloat64()
		for j, l := range t.Loadings {
			x := l*factor + math.Sqrt(1-l*l)*rng.NormFloat64()
			d.X, y = append(d.X, x), y+t.Weights[j]*x
		}
		d.Y = append(d.Y, y)
	}
	return d
}

// Directions returns the signs of the weights.
func (t Truth) Directions() (signs []int) {
	for _, w := range t.Weights {
		signs = append(signs, int(math.Copysign(1, w)))
	}
	return signs
}
