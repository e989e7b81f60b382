package faithfulness

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// Explanation is a map Φ from inputs to attributions: for N points of n numbers each it
// returns N·n attributions.
type Explanation func(points []float64) ([]float64, error)

// SensitivityConfig says how an explanation is tried.
type SensitivityConfig struct {
	// Radius is r, the largest change of an input, in its Scale.
	Radius float64 `json:"radius"`
	// Scale has a number for each input, such as its deviation in the data; nil is 1 for all.
	Scale []float64 `json:"scale,omitempty"`
	// Draws is the number of points that are tried.
	Draws int `json:"draws"`
	// Seed draws them.
	Seed uint64 `json:"seed"`
}

// DefaultSensitivityConfig is 10 draws within a radius of 0.02, as in the literature's code.
func DefaultSensitivityConfig() SensitivityConfig {
	return SensitivityConfig{Radius: 0.02, Draws: 10, Seed: 1}
}

// Sensitivity is the max-sensitivity of an explanation at x (Yeh et al., "On the
// (In)fidelity and Sensitivity of Explanations", NeurIPS 2019), over its norm,
//
//	max over draws of ‖Φ(x + δ) − Φ(x)‖ / ‖Φ(x)‖,   δ_i ~ U(−r·s_i, r·s_i)
//
// The maximum over draws bounds that over the ball from below; compare
// explanations with the same draws, as equal seeds give. Less is better, but 0 is reached by an
// explanation that does not look at x.
//
// Errors: a radius that is not positive, a scale of another length or that is no
// number of at least 0, no draws, an explanation that fails, returns another number of
// attributions, NaN or Inf, or attributions of x that are all 0.
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
		return 0, fmt.Errorf("faithfulness: the explanation: %w", err)
	}
	return SensitivityOf(a, len(x))
}

// Points are x and the draws around it, one after the other, for those who explain
// those of many inputs at once and give the attributions to [SensitivityOf].
//
// Errors: those of Sensitivity.
func (c SensitivityConfig) Points(x []float64) ([]float64, error) {
	switch {
	case len(x) == 0:
		return nil, fmt.Errorf("faithfulness: the input is empty (want at least 1 number)")
	case !(c.Radius > 0) || math.IsInf(c.Radius, 1):
		return nil, fmt.Errorf("faithfulness: the radius %g must be positive", c.Radius)
	case c.Scale != nil && len(c.Scale) != len(x):
		return nil, fmt.Errorf("faithfulness: %d scales for %d inputs (the numbers must be equal)", len(c.Scale), len(x))
	case c.Draws < 1 || c.Draws > maxDraws:
		return nil, fmt.Errorf("faithfulness: %d draws, want 1 to %d", c.Draws, maxDraws)
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

// maxDraws bounds what is held at once.
const maxDraws = 1 << 20

// SensitivityOf is [Sensitivity] of attributions that are there: those of x, n numbers, and of
// every draw.
//
// Errors: no whole number of rows, fewer than two, NaN or Inf, attributions of x that are all 0.
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
