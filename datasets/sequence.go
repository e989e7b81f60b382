package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A Sequence is a sample of the synthetic sequence task.
type Sequence struct {
	Config SequenceConfig
	Series
}

// SequenceTask draws a sample of the synthetic sequence task:
//
//	y_t = Σ_{k} Σ_{i≤t, From_k ≤ i < To_k} Memory^(t−i)·w_k·x_{i,k} + ε_t
//
// where x_{·,k} is a stationary autoregressive series with variance 1. The same config and seed give the same
// data.
func SequenceTask(cfg SequenceConfig, seed uint64) (*Sequence, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	s := &Sequence{Config: cfg, Series: Series{Steps: cfg.Steps}}
	for k := range cfg.Weights {
		s.Features = append(s.Features, fmt.Sprintf("x%d", k+1))
	}
	for n := range cfg.Samples {
		x := s.drawInputs(rng)
		s.X, s.Ends = append(s.X, x...), append(s.Ends, fmt.Sprintf("sample %d", n+1))
		for t := range cfg.Steps {
			y := cfg.Noise * rng.NormFloat64()
			for i := range t + 1 {
				for k := range cfg.Weights {
					y += s.Contribution(x, t, i, k)
				}
			}
			s.Y = append(s.Y, y)
		}
	}
	return s, nil
}

// Contribution returns the contribution of input (i, k) of a sample x [T·D] to y_t, with zero-based indices. It
// is the exact attribution for baseline 0, because the task is linear in the inputs.
func (s *Sequence) Contribution(x []float64, t, i, k int) float64 {
	if i > t || !s.Matters(i, k) {
		return 0
	}
	return math.Pow(s.Config.Memory, float64(t-i)) * s.Config.Weights[k] * x[i*len(s.Config.Weights)+k]
}

// Matters reports whether feature k is relevant at step i.
func (s *Sequence) Matters(i, k int) bool {
	return s.Config.Weights[k] != 0 && i >= s.Config.From[k] && i < s.Config.To[k]
}

// Sample returns the inputs [T·D] of sample n.
func (s *Sequence) Sample(n int) []float64 {
	width := s.Steps * len(s.Features)
	return s.X[n*width : (n+1)*width]
}

func (s *Sequence) drawInputs(rng *rand.Rand) []float64 {
	d, rho := len(s.Config.Weights), s.Config.Autocorrelation
	x := make([]float64, s.Config.Steps*d)
	for i := range x {
		z := rng.NormFloat64()
		if i < d {
			x[i] = z
			continue
		}
		x[i] = rho*x[i-d] + math.Sqrt(1-rho*rho)*z
	}
	return x
}
