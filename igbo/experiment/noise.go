package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/projection"
)

// NoisePoint is bias and variance of a combined gradient at one noise level.
type NoisePoint struct {
	// Sigma is the deviation of the noise on every coordinate of both gradients.
	Sigma float64 `json:"sigma"`
	// Bias is ‖E[v(g1+e1, g2+e2)] − v(g1, g2)‖, Variance is E‖v − E[v]‖².
	Bias     float64 `json:"bias"`
	Variance float64 `json:"variance"`
}

// NoiseConfig says what is simulated.
type NoiseConfig struct {
	// Rule names the projection rule, Lambda is its trade-off λ.
	Rule   string  `json:"rule"`
	Lambda float64 `json:"lambda"`
	// G1 and G2 are the gradients without noise.
	G1 []float64 `json:"g1"`
	G2 []float64 `json:"g2"`
	// Sigmas are the deviations of the noise; Draws samples are drawn for each, from Seed.
	Sigmas []float64 `json:"sigmas"`
	Draws  int       `json:"draws"`
	Seed   uint64    `json:"seed"`
}

// Noise simulates a rule under Gaussian noise on both gradients (Theorem 5 and,
// with σ = s/√B, Corollary 3). The error of the bias is about √(variance/draws).
// Like every study it is offered a backend, which it does not need. progress may be nil.
func Noise(ctx context.Context, _ compute.Backend, cfg NoiseConfig, progress Progress) ([]NoisePoint, error) {
	rule, err := projection.ByName(cfg.Rule)
	if err != nil {
		return nil, err
	}
	if len(cfg.G1) != len(cfg.G2) || len(cfg.G1) == 0 {
		return nil, fmt.Errorf("experiment: gradients of lengths %d and %d, expected equal ones", len(cfg.G1), len(cfg.G2))
	}
	if cfg.Draws < 2 {
		return nil, fmt.Errorf("experiment: %d draws, expected at least 2", cfg.Draws)
	}
	if err := checkCount(fmt.Sprintf("%d draws for %d deviations", cfg.Draws, len(cfg.Sigmas)), float64(cfg.Draws)*float64(len(cfg.Sigmas))); err != nil {
		return nil, err
	}
	var points []NoisePoint
	for i, sigma := range cfg.Sigmas {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !(sigma > 0) {
			return nil, fmt.Errorf("experiment: noise of deviation %g, expected a positive number", sigma)
		}
		rng := rand.New(rand.NewPCG(cfg.Seed, uint64(i)))
		point, err := noiseAt(ctx, rule, cfg, sigma, rng)
		if err != nil {
			return nil, err
		}
		points = append(points, point)
		if progress != nil {
			progress(i+1, len(cfg.Sigmas))
		}
	}
	return points, nil
}

// NoiseRates fits the powers of σ by which bias and variance fall, by least
// squares in the logarithms. Theorem 5 says 2 and 2. Points with a bias or
// variance of 0 must not be among them.
func NoiseRates(points []NoisePoint) (bias, variance float64) {
	var sigmas, biases, variances []float64
	for _, p := range points {
		sigmas = append(sigmas, math.Log(p.Sigma))
		biases, variances = append(biases, math.Log(p.Bias)), append(variances, math.Log(p.Variance))
	}
	_, bias = stat.LinearRegression(sigmas, biases, nil, false)
	_, variance = stat.LinearRegression(sigmas, variances, nil, false)
	return bias, variance
}

func noiseAt(ctx context.Context, rule projection.Rule, cfg NoiseConfig, sigma float64, rng *rand.Rand) (NoisePoint, error) {
	noisy := func(g []float64) []float64 {
		out := make([]float64, len(g))
		for i, v := range g {
			out[i] = v + sigma*rng.NormFloat64()
		}
		return out
	}
	clean := projection.Combine(rule, cfg.G1, cfg.G2, cfg.Lambda)
	mean, squares := make([]float64, len(cfg.G1)), 0.0
	for n := range cfg.Draws {
		if n%1024 == 0 && ctx.Err() != nil {
			return NoisePoint{}, ctx.Err()
		}
		for i, v := range projection.Combine(rule, noisy(cfg.G1), noisy(cfg.G2), cfg.Lambda) {
			mean[i] += v / float64(cfg.Draws)
			squares += v * v / float64(cfg.Draws)
		}
	}
	bias, size := 0.0, 0.0
	for i, m := range mean {
		bias += (m - clean[i]) * (m - clean[i])
		size += m * m
	}
	return NoisePoint{Sigma: sigma, Bias: math.Sqrt(bias), Variance: squares - size}, nil
}
