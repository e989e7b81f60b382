package estimate

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Moments is what estimates need of scores that come a row at a time: O(D²) numbers,
// however many rows, and those of the last rows. Moments of shards can be merged, and are
// plain data for gob and JSON once Flush was called.
//
// Rows are cut into consecutive batches, or all go into one pool with [Config].Batches > 0.
type Moments struct {
	Features int
	Size     int  // |B|
	Pooled   bool // whether batches are to be drawn from all rows
	Rows     int  // rows added
	Largest  float64

	Batches int          // complete batches
	Sums    []Sum        // [D]: of the batch means
	Between *Differences // of the batch means

	Within        []float64 // by pair: the variances inside batches, added up; nil where not needed
	WithinBatches int       // how many batches these are
	WithinMost    int       // how many they need be

	Above, Below []int // by pair u < v: batches with s_u > s_v, and with s_u < s_v; nil where not needed

	Used     int          // rows in use: those of complete batches, or of the pool
	UsedMost float64      // the largest size of a score there
	RowSums  []Sum        // [D]; nil where not needed
	RowPairs *Differences // of the rows; nil where not needed
	Range    Range        // of the scores

	Tail []float64 // rows of a batch not yet complete, one after the other

	columns [][]float64 // scratch space
}

// NewMoments starts the moments of D features that an estimate by the settings needs. Both
// D and the batch size are at least 1.
func NewMoments(features int, cfg Config) (*Moments, error) {
	if features < 1 || cfg.BatchSize < 1 {
		return nil, fmt.Errorf("estimate: got %d features in batches of %d rows, expected at least 1 of each", features, cfg.BatchSize)
	}
	pairs := (features + 1) * features / 2
	m := &Moments{Features: features, Size: cfg.BatchSize, Pooled: cfg.Batches > 0, Range: newRange(features, cfg)}
	if cfg.Multiplicity != NoCorrection {
		m.RowSums, m.RowPairs = make([]Sum, features), NewDifferences(features)
	}
	if m.Pooled {
		m.Size = poolBlock
		return m, nil
	}
	m.Sums, m.Between = make([]Sum, features), NewDifferences(features)
	if most := cfg.withinMost(); most > 0 && m.Size > 1 { // one row has no variance
		m.Within, m.WithinMost = make([]float64, pairs), most
	}
	if cfg.Method == Frequency {
		m.Above, m.Below = make([]int, pairs), make([]int, pairs)
	}
	return m, nil
}

// poolBlock is how many rows of a pool are taken in at a time.
const poolBlock = 256

// withinMost is of how many batches the variance within may be needed: Auto looks at it where
// batches are few, Permutation and Truncated where there is one.
func (c Config) withinMost() int {
	switch c.Method {
	case WithinBatch:
		return math.MaxInt
	case Auto:
		return manyBatches - 1
	case Permutation, Truncated:
		return 1
	}
	return 0
}

// Add adds a row of D finite scores; the error names the row and the column.
func (m *Moments) Add(row []float64) error {
	if len(row) != m.Features {
		return fmt.Errorf("estimate: row %d has %d scores, expected %d", m.Rows, len(row), m.Features)
	}
	for k, x := range row {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("estimate: score in row %d, column %d is %g, expected a finite number", m.Rows, k, x)
		}
	}
	m.Tail = append(m.Tail, row...)
	m.Rows++
	for _, x := range row {
		m.Largest = math.Max(m.Largest, math.Abs(x))
	}
	// Several small batches are taken in at once, for the sake of the processors.
	if n := len(m.Tail) / m.Features; n%m.Size == 0 && n >= poolBlock {
		m.take()
	}
	return nil
}

// Flush takes in all that can be taken in, after which the fields hold all of it but Tail.
func (m *Moments) Flush() {
	m.take()
	for _, d := range []*Differences{m.Between, m.RowPairs} {
		if d != nil {
			d.flush()
		}
	}
}

// take takes in the complete batches of the tail, and of a pool all rows.
func (m *Moments) take() {
	rows := len(m.Tail) / m.Features
	if !m.Pooled {
		rows -= rows % m.Size
	}
	if rows == 0 {
		return
	}
	taken := rows * m.Features
	if !m.Pooled {
		m.takeBatches(m.transposed(rows), rows/m.Size)
	}
	for i := 0; i < taken; i += m.Features {
		m.takeRow(m.Tail[i : i+m.Features])
	}
	m.Tail = append(m.Tail[:0], m.Tail[taken:]...)
}

// transposed is the first rows of the tail by column, and zeros for none.
func (m *Moments) transposed(rows int) [][]float64 {
	if m.columns == nil {
		m.columns = make([][]float64, m.Features+1)
	}
	parallel.For(len(m.columns), func(k int) {
		m.columns[k] = slices.Grow(m.columns[k][:0], rows)[:rows]
		if k == m.Features {
			clear(m.columns[k])
			return
		}
		for i := range rows {
			m.columns[k][i] = m.Tail[i*m.Features+k]
		}
	})
	return m.columns
}

// takeBatches takes in n batches, [D+1][n·|B|].
func (m *Moments) takeBatches(columns [][]float64, n int) {
	batch := func(k, i int) []float64 { return columns[k][i*m.Size : (i+1)*m.Size] }
	means := make([][]float64, m.Features)
	summed := min(n, m.WithinMost-m.WithinBatches)
	parallel.For(m.Features, func(u int) {
		means[u] = make([]float64, n)
		for i := range n {
			means[u][i] = mean(batch(u, i))
			m.Sums[u].Add(means[u][i])
		}
		for v := u + 1; summed > 0 && v <= m.Features; v++ {
			p := pairIndex(m.Features+1, u, v)
			for i := range summed {
				m.Within[p] += differenceVariance(batch(u, i), batch(v, i))
			}
		}
	})
	m.WithinBatches += max(0, summed)
	m.Batches += n
	x := make([]float64, m.Features)
	for i := range n {
		for k := range x {
			x[k] = means[k][i]
		}
		m.Between.Add(x)
	}
	if m.Above != nil {
		m.count(means)
	}
}

// count counts which feature is above which.
func (m *Moments) count(means [][]float64) {
	parallel.For(m.Features, func(u int) {
		for v := u + 1; v < m.Features; v++ {
			above, below := ranks(means[u], means[v])
			p := pairIndex(m.Features+1, u, v)
			m.Above[p] += above
			m.Below[p] += below
		}
	})
}

// takeRow takes in a row.
func (m *Moments) takeRow(x []float64) {
	for _, x := range x {
		m.UsedMost = math.Max(m.UsedMost, math.Abs(x))
	}
	m.Range.add(m.Used, x)
	m.Used++
	if m.RowPairs != nil {
		m.RowPairs.Add(x)
		for k, x := range x {
			m.RowSums[k].Add(x)
		}
	}
}
