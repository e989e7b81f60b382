package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// NormalLimit is how far the means of batches of one size are from normal.
type NormalLimit struct {
	BatchSize int `json:"batch_size"`
	// Means are the batch means.
	Means []float64 `json:"means"`
	// Mu and Sigma are those of the limit: the pool's mean, and its deviation over √B.
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
	// Skewness is that of the means; 0 in the limit.
	Skewness float64 `json:"skewness"`
	// Distance is the Kolmogorov distance sup |F_n(x) − Φ((x − Mu)/Sigma)|.
	Distance float64 `json:"distance"`
}

// NormalLimits draws batches with replacement from a pool of scores, for
// several batch sizes, and compares their means with the normal law of the
// central limit theorem (paper, Lemma 1):
//
//	s ≈ N(μ, σ²/B)
//
// The distance of n batch means from their limit cannot fall below about 0.6/√n.
func NormalLimits(pool []float64, sizes []int, batches int, seed uint64) ([]NormalLimit, error) {
	mu, sigma := stat.PopMeanStdDev(pool, nil)
	if len(pool) < 2 || !(sigma > 0) {
		return nil, fmt.Errorf("experiment: a pool of %d scores with deviation %g, expected at least 2 that differ", len(pool), sigma)
	}
	if batches < 2 {
		return nil, fmt.Errorf("experiment: %d batches, expected at least 2", batches)
	}
	if err := checkMemory(need{fmt.Sprintf("%d batches of %d sizes", batches, len(sizes)), 16 * float64(batches) * float64(len(sizes))}); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x11417))
	var limits []NormalLimit
	for _, size := range sizes {
		if size < 1 {
			return nil, fmt.Errorf("experiment: batches of %d, expected at least 1", size)
		}
		if err := checkCount(fmt.Sprintf("%d batches of %d", batches, size), float64(batches)*float64(size)); err != nil {
			return nil, err
		}
		l := NormalLimit{BatchSize: size, Mu: mu, Sigma: sigma / math.Sqrt(float64(size))}
		for range batches {
			sum := 0.0
			for range size {
				sum += pool[rng.IntN(len(pool))]
			}
			l.Means = append(l.Means, sum/float64(size))
		}
		l.Skewness, l.Distance = stat.Skew(l.Means, nil), kolmogorov(l.Means, l.Mu, l.Sigma)
		limits = append(limits, l)
	}
	return limits, nil
}

// kolmogorov is the distance of a sample from a normal law.
func kolmogorov(sample []float64, mu, sigma float64) float64 {
	law := distuv.Normal{Mu: mu, Sigma: sigma}
	sorted := slices.Sorted(slices.Values(sample))
	n, worst := float64(len(sorted)), 0.0
	for i, x := range sorted {
		p := law.CDF(x)
		worst = math.Max(worst, math.Max(p-float64(i)/n, float64(i+1)/n-p))
	}
	return worst
}
