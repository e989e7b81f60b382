package estimate

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Sample is scores that are cut into batches.
type Sample struct {
	Size    int       // |B|: rows in a batch
	Dropped int       // rows of a trailing incomplete batch
	Means   []float64 // [D]: mean of the batch means

	batches batchMoments
	scores  rowMoments
	n, used int     // batches, and rows in use
	pooled  bool    // batches drawn with replacement from one pool
	tie     float64 // differences of means up to here are rounding
}

// none stands for a feature that is always 0, in a pair with another.
const none = -1

// batchMoments is what is known of the batches.
type batchMoments interface {
	// between is the sample variance of s_u − s_v between the batches.
	between(u, v int) float64
	// within is the unbiased variance of H_u − H_v inside a batch, averaged over the batches.
	within(u, v int) float64
	// above returns the shares of batches with s_u > s_v and with s_v > s_u.
	above(u, v int) (uv, vu float64)
}

// rowMoments is what is known of the rows in use.
type rowMoments interface {
	// variance is the sample variance of H_u − H_v over the rows.
	variance(u, v int) float64
	// mean is that of H_k over the rows.
	mean(k int) float64
	// outside returns the first row in which H_k lies outside [lo, hi], and H_k there.
	outside(k int, lo, hi float64) (row int, x float64, found bool)
	// gather returns columns that hold at least the rows drawn, and the draws as their
	// indices there.
	gather(draws [][]int) (columns [][]float64, at [][]int, err error)
}

// NewSample cuts scores [N,D], finite and with N, D ≥ 1, into batches ([Config].Batches). Of
// consecutive batches a trailing incomplete one is dropped, since its mean has another
// variance; fewer rows than BatchSize make one batch of all rows.
func NewSample(scores *mat.Dense, cfg Config) *Sample {
	rows, cols := scores.Dims()
	s := &Sample{Size: min(cfg.BatchSize, rows), pooled: cfg.Batches > 0, used: rows}
	var batches [][]int
	if s.pooled {
		s.Size = cfg.BatchSize
		batches = DrawBatches(rows, cfg.Batches, s.Size, cfg.Seed)
	} else {
		batches = consecutive(rows, s.Size)
		s.used = len(batches) * s.Size
		s.Dropped = rows - s.used
	}
	columns := make([][]float64, cols)
	largest := 0.0
	for k := range columns {
		columns[k] = make([]float64, s.used)
		for i := range columns[k] {
			columns[k][i] = scores.At(i, k)
			largest = math.Max(largest, math.Abs(columns[k][i]))
		}
	}
	h := newHeld(columns, batches)
	s.scores = h
	s.average(h, largest)
	return s
}

// average takes the batches from columns in memory.
func (s *Sample) average(h *held, largest float64) {
	s.batches, s.n = h, len(h.batches)
	s.Means = make([]float64, len(h.columns))
	for k := range s.Means {
		s.Means[k] = mean(h.means[k])
	}
	s.tie = rounding * largest
}

// rounding is the relative size of differences of means that mean nothing.
const rounding = 1e-14

// Features is the number of features, D.
func (s *Sample) Features() int { return len(s.Means) }

// Rows is the number of rows in use.
func (s *Sample) Rows() int { return s.used }

// Batches is the number of batches, n.
func (s *Sample) Batches() int { return s.n }

// betweenSigma is the sample deviation of s_u − s_v between the batches.
func (s *Sample) betweenSigma(u, v int) float64 { return math.Sqrt(s.batches.between(u, v)) }

// withinSigma is the square root of the variance of H_u − H_v inside a batch, unbiased
// and averaged over the batches, divided by |B| (Lemma 2).
func (s *Sample) withinSigma(u, v int) float64 {
	return math.Sqrt(s.batches.within(u, v) / float64(s.Size))
}

// Diff returns μ_u − μ_v, or exactly 0 where it is a matter of rounding.
func (s *Sample) Diff(u, v int) float64 {
	d := s.Means[u] - s.Means[v]
	if math.Abs(d) <= s.tie {
		return 0
	}
	return d
}

// Effective is the effective number of rows behind the mean of the batch means:
//
//	n_eff = N·M/(N + M − 1) for M = batches·|B| rows drawn from a pool of N,
//
// from Var = σ²/N + (1 − 1/N)·σ²/M; the number of rows itself without resampling.
func (s *Sample) Effective() float64 {
	n := float64(s.used)
	if !s.pooled {
		return n
	}
	m := float64(s.n * s.Size)
	return n * m / (n + m - 1)
}
