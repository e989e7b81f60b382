package noise

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/study"
)

// Point is bias and variance of a combined gradient at one noise level.
type Point struct {
	// Sigma is the deviation of the noise on every coordinate of both gradients.
	Sigma float64 `json:"sigma"`
	// Bias is ‖E[v(g1+e1, g2+e2)] − v(g1, g2)‖, Variance is E‖v − E[v]‖².
	Bias     float64 `json:"bias"`
	Variance float64 `json:"variance"`
}

// settings are those of a cell.
type settings struct {
	Rule   string
	Lambda float64
	G1, G2 []float64
	Sigma  float64
	Draws  int
	Seed   uint64
	Stream uint64
}

// between is the number of draws from one report to the next.
const between = 1024

// simulate draws Gaussian noise on both gradients. The error of the bias is
// about √(variance/draws).
func simulate(ctx context.Context, w *study.Work, s settings) (Point, error) {
	rule, err := projection.ByName(s.Rule)
	if err != nil {
		return Point{}, err
	}
	rng := rand.New(rand.NewPCG(s.Seed, s.Stream))
	noisy := func(g []float64) []float64 {
		out := make([]float64, len(g))
		for i, v := range g {
			out[i] = v + s.Sigma*rng.NormFloat64()
		}
		return out
	}
	clean := projection.Combine(rule, s.G1, s.G2, s.Lambda)
	mean, squares := make([]float64, len(s.G1)), 0.0
	for n := range s.Draws {
		if n%between == 0 {
			if err := ctx.Err(); err != nil {
				return Point{}, err
			}
			w.Step(n / between)
		}
		for i, v := range projection.Combine(rule, noisy(s.G1), noisy(s.G2), s.Lambda) {
			mean[i] += v / float64(s.Draws)
			squares += v * v / float64(s.Draws)
		}
	}
	bias, size := 0.0, 0.0
	for i, m := range mean {
		bias += (m - clean[i]) * (m - clean[i])
		size += m * m
	}
	return Point{Sigma: s.Sigma, Bias: math.Sqrt(bias), Variance: squares - size}, nil
}
