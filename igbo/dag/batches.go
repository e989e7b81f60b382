package dag

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// sample is the scores by column, cut into batches.
type sample struct {
	columns [][]float64 // [D][N], the rows in use
	size    int         // |B|: rows in a batch
	batches [][]int     // rows of each batch
	means   [][]float64 // [D][n]: s_k of each batch
	mu      []float64   // [D]: mean of the batch means
	pooled  bool        // batches drawn with replacement from one pool
	dropped int         // rows of a trailing incomplete batch
	tie     float64     // differences of means up to here are rounding
}

// newSample checks the scores and cuts them into batches (Options.Batches). Of
// consecutive batches a trailing incomplete one is dropped, since its mean has another
// variance; fewer rows than BatchSize make one batch of all rows.
func newSample(scores *mat.Dense, opts Options) (*sample, error) {
	rows, cols, err := checkScores(scores, opts.Features)
	if err != nil {
		return nil, err
	}
	s := &sample{size: min(opts.BatchSize, rows), pooled: opts.Batches > 0}
	used := rows
	if s.pooled {
		s.size = opts.BatchSize
		s.batches = DrawBatches(rows, opts.Batches, s.size, opts.Seed)
	} else {
		s.batches = consecutive(rows, s.size)
		used = len(s.batches) * s.size
		s.dropped = rows - used
	}
	s.columns = make([][]float64, cols)
	for k := range s.columns {
		s.columns[k] = make([]float64, used)
		for i := range s.columns[k] {
			s.columns[k][i] = scores.At(i, k)
		}
	}
	s.average()
	return s, nil
}

func checkScores(scores *mat.Dense, features []string) (rows, cols int, err error) {
	if scores == nil || scores.IsEmpty() {
		return 0, 0, fmt.Errorf("dag: got no scores, expected a matrix [N,D] with N, D ≥ 1")
	}
	rows, cols = scores.Dims()
	if len(features) > 0 {
		if len(features) != cols {
			return 0, 0, fmt.Errorf("dag: got %d feature names for scores [%d,%d], expected %d", len(features), rows, cols, cols)
		}
		if err := checkNames(features); err != nil {
			return 0, 0, err
		}
	}
	for i := range rows {
		for k, x := range scores.RawRowView(i) {
			if !finite(x) {
				return 0, 0, fmt.Errorf("dag: score in row %d, column %d is %g, expected a finite number", i, k, x)
			}
			if math.Abs(x) > MaxMagnitude {
				return 0, 0, fmt.Errorf("dag: score in row %d, column %d is %g, expected a size of %g at most", i, k, x, MaxMagnitude)
			}
		}
	}
	return rows, cols, nil
}

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

// DrawBatches draws n batches of size rows each, with replacement: those
// that Build takes with [Options].Batches and the seed. It panics with an error without rows,
// on negative numbers, and where the batches would take more than MaxMemory.
func DrawBatches(rows, n, size int, seed uint64) [][]int {
	if rows < 1 || n < 0 || size < 0 || 8*float64(n)*float64(size) > MaxMemory {
		panic(fmt.Errorf("dag: got %d batches of %d from %d rows, expected at least one row and batches of at most %s in all (8 bytes a row)",
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

// average fills means, mu and tie.
func (s *sample) average() {
	s.means, s.mu = make([][]float64, len(s.columns)), make([]float64, len(s.columns))
	largest := 0.0
	for k, column := range s.columns {
		s.means[k] = make([]float64, len(s.batches))
		for i, b := range s.batches {
			s.means[k][i] = meanAt(column, b)
		}
		s.mu[k] = mean(s.means[k])
		for _, x := range column {
			largest = math.Max(largest, math.Abs(x))
		}
	}
	s.tie = 1e-14 * largest
}

// diff returns μ_u − μ_v, or exactly 0 where it is a matter of rounding.
func (s *sample) diff(u, v int) float64 {
	d := s.mu[u] - s.mu[v]
	if math.Abs(d) <= s.tie {
		return 0
	}
	return d
}

// effective returns the effective number of rows behind the mean of the batch means:
//
//	n_eff = N·M/(N + M − 1) for M = batches·|B| rows drawn from a pool of N,
//
// from Var = σ²/N + (1 − 1/N)·σ²/M; the number of rows itself without resampling.
func (s *sample) effective() float64 {
	n := float64(len(s.columns[0]))
	if !s.pooled {
		return n
	}
	m := float64(len(s.batches) * s.size)
	return n * m / (n + m - 1)
}

// meanAt is the mean of x at the given rows, with compensated summation.
func meanAt(x []float64, rows []int) float64 {
	var sum, lost float64
	for _, i := range rows {
		sum, lost = neumaier(sum, lost, x[i])
	}
	return (sum + lost) / float64(len(rows))
}

func mean(x []float64) float64 {
	var sum, lost float64
	for _, v := range x {
		sum, lost = neumaier(sum, lost, v)
	}
	return (sum + lost) / float64(len(x))
}

func neumaier(sum, lost, x float64) (float64, float64) {
	t := sum + x
	if math.Abs(sum) >= math.Abs(x) {
		return t, lost + ((sum - t) + x)
	}
	return t, lost + ((x - t) + sum)
}

// parallel calls f(0) … f(n−1) on all processors; results must not depend on order.
func parallel(n int, f func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
