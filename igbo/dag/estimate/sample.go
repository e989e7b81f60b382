package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// Sample is scores by column, cut into batches.
type Sample struct {
	Size    int       // |B|: rows in a batch
	Dropped int       // rows of a trailing incomplete batch
	Means   []float64 // [D]: mean of the batch means

	columns [][]float64 // [D][N], the rows in use
	batches [][]int     // rows of each batch
	means   [][]float64 // [D][n]: s_k of each batch
	pooled  bool        // batches drawn with replacement from one pool
	tie     float64     // differences of means up to here are rounding
}

// NewSample cuts scores [N,D], finite and with N, D ≥ 1, into batches ([Config].Batches). Of
// consecutive batches a trailing incomplete one is dropped, since its mean has another
// variance; fewer rows than BatchSize make one batch of all rows.
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
	s.columns = make([][]float64, cols)
	for k := range s.columns {
		s.columns[k] = make([]float64, used)
		for i := range s.columns[k] {
			s.columns[k][i] = scores.At(i, k)
		}
	}
	s.average()
	return s
}

// Features is the number of features, D.
func (s *Sample) Features() int { return len(s.columns) }

// Rows is the number of rows in use.
func (s *Sample) Rows() int { return len(s.columns[0]) }

// Batches is the number of batches, n.
func (s *Sample) Batches() int { return len(s.batches) }

func consecutive(rows, size int) [][]int {
	batches := make([][]int, 0, rows/size)
	for start := 0; start+size <= rows; start += size {
		b := make([]int, size)
		for i := range b {
			b[i] = start + i
		}
		batches = append(batches, b)
	}
	return batches
}

// DrawBatches draws n batches of size rows each, with replacement:
// those of a Sample with [Config].Batches and the seed. It panics with an error without rows,
// on negative numbers, and where the batches would take more than MaxMemory.
func DrawBatches(rows, n, size int, seed uint64) [][]int {
	if rows < 1 || n < 0 || size < 0 || 8*float64(n)*float64(size) > MaxMemory {
		panic(fmt.Errorf("estimate: got %d batches of %d from %d rows, expected at least one row and batches of at most %s in all (8 bytes a row)",
			n, size, rows, memory.Size(MaxMemory)))
	}
	rng := rand.New(rand.NewPCG(seed, 0xba7c4))
	batches := make([][]int, n)
	for i := range batches {
		batches[i] = drawRows(rng, rows, size)
	}
	return batches
}

func drawRows(rng *rand.Rand, rows, size int) []int {
	b := make([]int, size)
	for i := range b {
		b[i] = rng.IntN(rows)
	}
	return b
}

// average fills means, Means and tie.
func (s *Sample) average() {
	s.means, s.Means = make([][]float64, len(s.columns)), make([]float64, len(s.columns))
	largest := 0.0
	for k, column := range s.columns {
		s.means[k] = make([]float64, len(s.batches))
		for i, b := range s.batches {
			s.means[k][i] = meanAt(column, b)
		}
		s.Means[k] = mean(s.means[k])
		for _, x := range column {
			largest = math.Max(largest, math.Abs(x))
		}
	}
	s.tie = 1e-14 * largest
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
	n := float64(len(s.columns[0]))
	if !s.pooled {
		return n
	}
	m := float64(len(s.batches) * s.Size)
	return n * m / (n + m - 1)
}
