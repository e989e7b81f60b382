package datasets

import (
	"fmt"
	"math"
)

// Series holds N windows of T steps and D features, with one target per step.
type Series struct {
	// Features names the D features.
	Features []string
	// Steps is T.
	Steps int
	// X holds N·T·D inputs and Y holds N·T targets, window by window, step by step.
	X, Y []float64
	// Ends names the last step of each window, such as "Seattle 2012-03-01".
	Ends []string
}

// Windows returns N, the number of windows.
func (s *Series) Windows() int { return len(s.Ends) }

// slice returns the windows from … to−1.
func (s *Series) slice(from, to int) *Series {
	width := s.Steps * len(s.Features)
	return &Series{
		Features: s.Features, Steps: s.Steps,
		X: s.X[from*width : to*width], Y: s.Y[from*s.Steps : to*s.Steps], Ends: s.Ends[from:to],
	}
}

// join appends the windows of another series with the same features.
func (s *Series) join(other *Series) {
	s.X, s.Y, s.Ends = append(s.X, other.X...), append(s.Y, other.Y...), append(s.Ends, other.Ends...)
}

// SequenceConfig describes a synthetic sequence task with known importances. Each feature is relevant only in
// one interval of steps.
type SequenceConfig struct {
	Samples int `json:"samples"`
	Steps   int `json:"steps"`
	// Weights holds the effect of each feature; 0 means that it is never relevant.
	Weights []float64 `json:"weights"`
	// From and To bound the steps [From, To) in which each feature is relevant.
	From []int `json:"from"`
	To   []int `json:"to"`
	// Memory is the factor by which an effect decays per step, in [0, 1].
	Memory float64 `json:"memory"`
	// Autocorrelation is the lag-one autocorrelation of each feature, inside (−1, 1).
	Autocorrelation float64 `json:"autocorrelation"`
	// Noise is the standard deviation of the target's noise.
	Noise float64 `json:"noise"`
}

// DefaultSequenceConfig returns 24 steps of 6 features: one is always relevant, one early, one late, one weakly
// in the middle, and two never.
func DefaultSequenceConfig() SequenceConfig {
	return SequenceConfig{
		Samples: 512, Steps: 24, Weights: []float64{1, 2, -2, 0.5, 0, 0},
		From: []int{0, 0, 16, 8, 0, 0}, To: []int{24, 8, 24, 16, 0, 0},
		Memory: 0.9, Autocorrelation: 0.5, Noise: 0.1,
	}
}

// Validate checks lengths, intervals and ranges.
func (c SequenceConfig) Validate() error {
	d := len(c.Weights)
	switch {
	case c.Samples < 1 || c.Steps < 1 || d < 1:
		return fmt.Errorf("datasets: %d samples of %d steps and %d features, want at least 1 of each", c.Samples, c.Steps, d)
	case len(c.From) != d || len(c.To) != d:
		return fmt.Errorf("datasets: From and To have %d and %d entries, want %d each (one per feature)", len(c.From), len(c.To), d)
	case !(c.Memory >= 0 && c.Memory <= 1):
		return fmt.Errorf("datasets: Memory %g must be in [0, 1]", c.Memory)
	case !(c.Autocorrelation > -1 && c.Autocorrelation < 1):
		return fmt.Errorf("datasets: Autocorrelation %g must be in (−1, 1)", c.Autocorrelation)
	case !(c.Noise >= 0) || math.IsInf(c.Noise, 0):
		return fmt.Errorf("datasets: the noise is %g, want a finite number of at least 0", c.Noise)
	case !fit(c.Samples, c.Steps, d+1):
		return fmt.Errorf("datasets: %d samples of %d steps and %d features, want at most %d numbers", c.Samples, c.Steps, d, maxNumbers)
	}
	for k, w := range c.Weights {
		if math.IsNaN(w) || math.IsInf(w, 0) {
			return fmt.Errorf("datasets: weight %g of feature %d, want a finite number", w, k+1)
		}
	}
	for k := range c.From {
		if c.From[k] < 0 || c.To[k] < c.From[k] || c.To[k] > c.Steps {
			return fmt.Errorf("datasets: feature %d matters in [%d, %d), the steps from From to before To; want From ≤ To, both from 0 to %d", k+1, c.From[k], c.To[k], c.Steps)
		}
	}
	return nil
}
