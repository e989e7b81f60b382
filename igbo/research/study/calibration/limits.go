package calibration

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Limits describes the scores whose batch means are compared with the normal distribution: the absolute
// scores of the first feature of a linear model on standard normal features,
//
//	H_1 = |w_1·z_1| / Σ_k |w_k·z_k|,
//
// These scores are in [0, 1] and are skewed.
type Limits struct {
	// Weights are the w_k.
	Weights []float64 `json:"weights"`
	// Rows is the size of the pool. For each size in Sizes, Batches batches are drawn from it.
	Rows    int    `json:"rows" bounds:"[2, inf)"`
	Sizes   []int  `json:"sizes" bounds:"some"`
	Batches int    `json:"batches"`
	Seed    uint64 `json:"seed"`
}

// DefaultLimits returns ten equal weights, and 4000 batches of 1, 4 and 32 from a
// pool of 2000 rows.
func DefaultLimits() Limits {
	return Limits{Weights: slices.Repeat([]float64{1}, 10), Rows: 2000, Sizes: []int{1, 4, 32}, Batches: 4000, Seed: 1}
}

// Validate checks the settings.
func (l Limits) Validate() error {
	if len(l.Weights) < 2 {
		return fmt.Errorf("calibration: weights must have at least 2 entries, got %d", len(l.Weights))
	}
	for i, w := range l.Weights {
		if math.IsNaN(w) || math.IsInf(w, 0) {
			return fmt.Errorf("calibration: weights must be finite, but weight %d is %g", i, w)
		}
		if i == 0 && w == 0 {
			return errors.New("calibration: the first weight must not be 0")
		}
	}
	if err := limits.Memory(limits.Need{What: fmt.Sprintf("a pool of %d rows", l.Rows), Bytes: 8 * float64(l.Rows)}); err != nil {
		return err
	}
	return checkBatches(l.Sizes, l.Batches)
}

// pool draws the scores.
func (l Limits) pool() []float64 {
	rng := rand.New(rand.NewPCG(l.Seed, 0x5c02e))
	scores := make([]float64, l.Rows)
	for i := range scores {
		sum := 0.0
		for k, w := range l.Weights {
			share := math.Abs(w * rng.NormFloat64())
			sum += share
			if k == 0 {
				scores[i] = share
			}
		}
		scores[i] /= sum
	}
	return scores
}

// batchMeans returns the cell of the batch means.
func batchMeans(ctx context.Context, w *workflow.Work, l Limits) ([]NormalLimit, error) {
	return normalLimits(ctx, l.pool(), l.Sizes, l.Batches, l.Seed, w.Step)
}

// NormalLimit describes the difference between the means of batches of one size and the normal distribution.
type NormalLimit struct {
	BatchSize int `json:"batch_size"`
	// Means are the batch means.
	Means []float64 `json:"means"`
	// Mu and Sigma describe the limit: the mean of the pool, and its standard deviation divided by √B.
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
	// Skewness is the skewness of the means; it is 0 in the limit.
	Skewness float64 `json:"skewness"`
	// Distance is the Kolmogorov distance sup |F_n(x) − Φ((x − Mu)/Sigma)|.
	Distance float64 `json:"distance"`
}

// NormalLimits draws batches with replacement from a pool of scores, for
// several batch sizes, and compares their means with the normal distribution of the
// central limit theorem (paper, Lemma 1):
//
//	s ≈ N(μ, σ²/B)
//
// The distance of n batch means from their limit cannot fall below about 0.6/√n.
//
// It returns an error if all scores are equal, if there are fewer than two batches, if a batch has no samples, or if
// there are too many batches for the time or the memory.
func NormalLimits(pool []float64, sizes []int, batches int, seed uint64) ([]NormalLimit, error) {
	return normalLimits(context.Background(), pool, sizes, batches, seed, func(int) {})
}

func normalLimits(ctx context.Context, pool []float64, sizes []int, batches int, seed uint64, report func(sizes int)) ([]NormalLimit, error) {
	mu, sigma := stat.PopMeanStdDev(pool, nil)
	if len(pool) < 2 || !(sigma > 0) {
		return nil, fmt.Errorf("calibration: the pool must have at least 2 different scores, got %d scores with standard deviation %g", len(pool), sigma)
	}
	if err := checkBatches(sizes, batches); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x11417))
	var found []NormalLimit
	for i, size := range sizes {
		l := NormalLimit{BatchSize: size, Mu: mu, Sigma: sigma / math.Sqrt(float64(size))}
		for range batches {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			sum := 0.0
			for range size {
				sum += pool[rng.IntN(len(pool))]
			}
			l.Means = append(l.Means, sum/float64(size))
		}
		l.Skewness, l.Distance = stat.Skew(l.Means, nil), kolmogorov(l.Means, l.Mu, l.Sigma)
		found = append(found, l)
		report(i + 1)
	}
	return found, nil
}

func checkBatches(sizes []int, batches int) error {
	if batches < 2 {
		return fmt.Errorf("calibration: batches must be at least 2, got %d", batches)
	}
	for _, size := range sizes {
		if size < 1 {
			return fmt.Errorf("calibration: batch sizes must be at least 1, got %d", size)
		}
		if err := limits.Count(fmt.Sprintf("%d batches of %d", batches, size), float64(batches)*float64(size)); err != nil {
			return err
		}
	}
	return limits.Memory(limits.Need{What: fmt.Sprintf("%d batches of %d sizes", batches, len(sizes)), Bytes: 16 * float64(batches) * float64(len(sizes))})
}

// kolmogorov returns the Kolmogorov distance between a sample and a normal distribution.
func kolmogorov(sample []float64, mu, sigma float64) float64 {
	distribution := distuv.Normal{Mu: mu, Sigma: sigma}
	sorted := slices.Sorted(slices.Values(sample))
	n, worst := float64(len(sorted)), 0.0
	for i, x := range sorted {
		p := distribution.CDF(x)
		worst = math.Max(worst, math.Max(p-float64(i)/n, float64(i+1)/n-p))
	}
	return worst
}
