package calibration

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
)

// Limits says whose batch means are held against the normal law: the absolute
// scores of the first feature of a linear model on standard normal features,
//
//	H_1 = |w_1·z_1| / Σ_k |w_k·z_k|,
//
// which lie in [0, 1] and are skewed.
type Limits struct {
	// Weights are the w_k.
	Weights []float64 `json:"weights"`
	// Rows is the size of the pool, from which Batches batches of each of Sizes are drawn.
	Rows    int    `json:"rows" bounds:"[2, inf)"`
	Sizes   []int  `json:"sizes" bounds:"some"`
	Batches int    `json:"batches"`
	Seed    uint64 `json:"seed"`
}

// DefaultLimits returns ten equal weights, and 4000 batches of 1, 4 and 32 from a
// pool of 2000 rows.
func DefaultLimits() Limits {
	l := Limits{Rows: 2000, Sizes: []int{1, 4, 32}, Batches: 4000, Seed: 1}
	for range 10 {
		l.Weights = append(l.Weights, 1)
	}
	return l
}

// Validate says what is wrong.
func (l Limits) Validate() error {
	if len(l.Weights) < 2 {
		return fmt.Errorf("calibration: a pool of %d features, expected at least 2", len(l.Weights))
	}
	for i, w := range l.Weights {
		if w == 0 && i == 0 || math.IsNaN(w) || math.IsInf(w, 0) {
			return fmt.Errorf("calibration: weights %v, expected finite ones, and the first not 0", l.Weights)
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

// batchMeans is the cell of the batch means.
func batchMeans(ctx context.Context, w *study.Work, l Limits) ([]NormalLimit, error) {
	return normalLimits(ctx, l.pool(), l.Sizes, l.Batches, l.Seed, w.Step)
}
