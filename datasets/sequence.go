package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Sequence is a draw of the synthetic sequence task.
type Sequence struct {
	Config SequenceConfig
	Series
}

// SequenceTask draws the synthetic sequence task:
//
//	y_t = Σ_{k} Σ_{i≤t, From_k ≤ i < To_k} Memory^(t−i)·w_k·x_{i,k} + ε_t
//
// with x_{·,k} a stationary autoregressive series of variance 1. Same config
// and seed, same data.
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

// Contribution is the part of y_t (0-based) that input (i, k) of a sample x
// [T·D] makes: the exact attribution at baseline 0, as the task is linear in
// the inputs.
func (s *Sequence) Contribution(x []float64, t, i, k int) float64 {
	if i > t || !s.Matters(i, k) {
		return 0
	}
	return math.Pow(s.Config.Memory, float64(t-i)) * s.Config.Weights[k] * x[i*len(s.Config.Weights)+k]
}

// Matters tells whether feature k matters at step i.
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
