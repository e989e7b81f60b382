package faithfulness

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// An Explanation maps inputs to attributions. It takes N concatenated points of n numbers each and returns N·n
// attributions.
type Explanation func(points []float64) ([]float64, error)

// SensitivityConfig holds the settings for [Sensitivity].
type SensitivityConfig struct {
	// Radius is r, the largest change of an input in units of Scale.
	Radius float64 `json:"radius"`
	// Scale has one number per input, such as its standard deviation in the data. nil means 1 for all inputs.
	Scale []float64 `json:"scale,omitempty"`
	// Draws is the number of random points around the input.
	Draws int `json:"draws"`
	// Seed is the random seed of the draws.
	Seed uint64 `json:"seed"`
}

// DefaultSensitivityConfig returns 10 draws within a radius of 0.02, as in the code of the paper.
func DefaultSensitivityConfig() SensitivityConfig {
	return SensitivityConfig{Radius: 0.02, Draws: 10, Seed: 1}
}

// Sensitivity returns the relative max-sensitivity of an explanation at x (Yeh et al., "On the (In)fidelity and
// Sensitivity of Explanations", NeurIPS 2019):
//
//	max over draws of ‖Φ(x + δ) − Φ(x)‖ / ‖Φ(x)‖,   δ_i ~ U(−r·s_i, r·s_i)
//
// Smaller is better, but an explanation that does not depend on x has sensitivity 0. The maximum over draws is
// a lower bound for the maximum over all δ, so compare explanations with equal seeds.
//
// It returns an error if a setting is invalid, if the explanation fails or returns invalid attributions, or if
// the attributions at x are all 0.
func Sensitivity(explain Explanation, x []float64, cfg SensitivityConfig) (float64, error) {
	if explain == nil {
		return 0, fmt.Errorf("faithfulness: the explanation is nil (want a function)")
	}
	points, err := cfg.Points(x)
	if err != nil {
		return 0, err
	}
	a, err := explain(points)
	if err != nil {
		return 0, fmt.Errorf("faithfulness: computing the explanation: %w", err)
	}
	return SensitivityOf(a, len(x))
}

// Points returns x followed by the draws around it. Use it to explain many inputs at once, and pass the
// attributions to [SensitivityOf]. It returns an error if x or a setting is invalid.
func (c SensitivityConfig) Points(x []float64) ([]float64, error) {
	switch {
	case len(x) == 0:
		return nil, fmt.Errorf("faithfulness: the input is empty (want at least 1 number)")
	case !(c.Radius > 0) || math.IsInf(c.Radius, 1):
		return nil, fmt.Errorf("faithfulness: the radius %g must be positive", c.Radius)
	case c.Scale != nil && len(c.Scale) != len(x):
		return nil, fmt.Errorf("faithfulness: Scale has %d numbers for %d inputs (the numbers must be equal)", len(c.Scale), len(x))
	case c.Draws < 1 || c.Draws > maxDraws:
		return nil, fmt.Errorf("faithfulness: Draws is %d, want 1 to %d", c.Draws, maxDraws)
	}
	if err := finite("input", x); err != nil {
		return nil, err
	}
	for i, s := range c.Scale {
		if !(s >= 0) || math.IsInf(s, 1) {
			return nil, fmt.Errorf("faithfulness: scale %d is %g, want a number of at least 0", i, s)
		}
	}
	rng := rand.New(rand.NewPCG(c.Seed, 11))
	points := append([]float64(nil), x...)
	for range c.Draws {
		for i, v := range x {
			r := c.Radius
			if c.Scale != nil {
				r *= c.Scale[i]
			}
			points = append(points, v+r*(2*rng.Float64()-1))
		}
	}
	return points, nil
}

// maxDraws is the maximum number of draws.
const maxDraws = 1 << 20

// SensitivityOf is like [Sensitivity] for attributions that have already been computed: those of x, n numbers,
// followed by those of every draw.
//
// It returns an error if there are fewer than two rows of n finite numbers, or if the attributions at x are all
// 0.
func SensitivityOf(attributions []float64, n int) (float64, error) {
	if n < 1 || len(attributions)%n != 0 || len(attributions) < 2*n {
		return 0, fmt.Errorf("faithfulness: the explanation returned %d attributions, want %d for the input and for each draw", len(attributions), n)
	}
	if err := finite("attribution", attributions); err != nil {
		return 0, err
	}
	at, worst := attributions[:n], 0.0
	size := floats.Norm(at, 2)
	if size == 0 {
		return 0, fmt.Errorf("faithfulness: every attribution is 0 (want at least one nonzero, to compare changes with)")
	}
	for from := n; from < len(attributions); from += n {
		worst = max(worst, floats.Distance(at, attributions[from:from+n], 2))
	}
	return worst / size, nil
}
