package estimate

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Sample is a set of scores, divided into batches.
type Sample struct {
	Size    int       // |B|: rows in a batch
	Dropped int       // rows of a trailing incomplete batch
	Means   []float64 // [D]: mean of the batch means

	columns [][]float64 // [D][N]: the rows used
	batches [][]int     // rows of each batch
	means   [][]float64 // [D][n]: s_k of each batch
	zeros   []float64   // column and means of the feature none
	pooled  bool        // batches drawn with replacement from one pool
	tie     float64     // differences of means up to this size are rounding errors
}

// none represents a feature that is always 0, as the second feature of a pair.
const none = -1

// NewSample divides scores [N,D] into batches, as [Config].Batches specifies. The scores must be
// finite, with N, D ≥ 1. If batches are consecutive, a trailing incomplete batch is dropped,
// because its mean has a different variance. If there are fewer rows than BatchSize, there is one
// batch of all rows.
func NewSample(scores *mat.Dense, cfg Config) *Sample {
	rows, cols := scores.Dims()
	s := &Sample{Size: min(cfg.BatchSize, rows), pooled: cfg.Batches > 0}
	used := rows
	if s.pooled {
		s.Size = cfg.BatchSize
		s.batches = DrawBatches(rows, cfg.Batches, s.Size, cfg.Seed)
	} else {
		s.batches = consecutive(rows, s.Size)
		used = len(s.batches) * s.Size
		s.Dropped = rows - used
	}
	s.Means = make([]float64, cols)
	s.columns, s.means = make([][]float64, cols), make([][]float64, cols)
	for k := range cols {
		column, means := make([]float64, used), make([]float64, len(s.batches))
		for i := range column {
			column[i] = scores.At(i, k)
			s.tie = math.Max(s.tie, rounding*math.Abs(column[i]))
		}
		for i, b := range s.batches {
			means[i] = meanAt(column, b)
		}
		s.columns[k], s.means[k], s.Means[k] = column, means, mean(means)
	}
	s.zeros = make([]float64, max(used, len(s.batches)))
	return s
}

// rounding is the relative size up to which differences of means are rounding errors.
const rounding = 1e-14

// Features returns the number of features, D.
func (s *Sample) Features() int { return len(s.Means) }

// Rows returns the number of rows used.
func (s *Sample) Rows() int { return len(s.columns[0]) }

// Batches returns the number of batches, n.
func (s *Sample) Batches() int { return len(s.batches) }

// betweenSigma returns the sample standard deviation of s_u − s_v between the batches.
func (s *Sample) betweenSigma(u, v int) float64 {
	if v == none {
		return math.Sqrt(differenceVariance(s.means[u], s.zeros[:len(s.batches)]))
	}
	return math.Sqrt(differenceVariance(s.means[u], s.means[v]))
}

// withinSigma returns the square root of Var(H_u − H_v)/|B|, where the variance is the unbiased
// variance within a batch, averaged over the batches (Lemma 2).
func (s *Sample) withinSigma(u, v int) float64 {
	column := s.zeros
	if v != none {
		column = s.columns[v]
	}
	sum := 0.0
	for _, b := range s.batches {
		sum += differenceVarianceAt(s.columns[u], column, b)
	}
	return math.Sqrt(sum / float64(len(s.batches)) / float64(s.Size))
}

// Diff returns μ_u − μ_v, or exactly 0 if the difference is a rounding error.
func (s *Sample) Diff(u, v int) float64 {
	d := s.Means[u] - s.Means[v]
	if math.Abs(d) <= s.tie {
		return 0
	}
	return d
}

// Effective returns the effective number of rows for the mean of the batch means. If the
// M = batches·|B| rows are drawn with replacement from a pool of N, it is
//
//	n_eff = N·M/(N + M − 1),
//
// from Var = σ²/N + (1 − 1/N)·σ²/M. Otherwise, it is the number of rows.
func (s *Sample) Effective() float64 {
	n := float64(s.Rows())
	if !s.pooled {
		return n
	}
	m := float64(s.Batches() * s.Size)
	return n * m / (n + m - 1)
}
