package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"

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

// Noise simulates a rule under Gaussian noise on both gradients (Theorem 5 and,
// with sigma = s/√B, Corollary 3): draws samples for each sigma, seeded. The
// error of the bias is about √(variance/draws).
func Noise(rule projection.Rule, g1, g2 []float64, lambda float64, sigmas []float64, draws int, seed uint64) ([]NoisePoint, error) {
	if len(g1) != len(g2) || len(g1) == 0 {
		return nil, fmt.Errorf("experiment: gradients of lengths %d and %d, expected equal ones", len(g1), len(g2))
	}
	if draws < 2 {
		return nil, fmt.Errorf("experiment: %d draws, expected at least 2", draws)
	}
	if err := checkCount(fmt.Sprintf("%d draws for %d deviations", draws, len(sigmas)), float64(draws)*float64(len(sigmas))); err != nil {
		return nil, err
	}
	var points []NoisePoint
	for i, sigma := range sigmas {
		if !(sigma > 0) {
			return nil, fmt.Errorf("experiment: noise of deviation %g, expected a positive number", sigma)
		}
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		points = append(points, noiseAt(rule, g1, g2, lambda, sigma, draws, rng))
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

func noiseAt(rule projection.Rule, g1, g2 []float64, lambda, sigma float64, draws int, rng *rand.Rand) NoisePoint {
	noisy := func(g []float64) []float64 {
		out := make([]float64, len(g))
		for i, v := range g {
			out[i] = v + sigma*rng.NormFloat64()
		}
		return out
	}
	clean := projection.Combine(rule, g1, g2, lambda)
	mean, squares := make([]float64, len(g1)), 0.0
	for range draws {
		for i, v := range projection.Combine(rule, noisy(g1), noisy(g2), lambda) {
			mean[i] += v / float64(draws)
			squares += v * v / float64(draws)
		}
	}
	bias, size := 0.0, 0.0
	for i, m := range mean {
		bias += (m - clean[i]) * (m - clean[i])
		size += m * m
	}
	return NoisePoint{Sigma: sigma, Bias: math.Sqrt(bias), Variance: squares - size}
}
