package estimate

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Differences are the moments of x_u − x_v for every pair of D numbers, and of each x_u
// alone, over vectors x that come one at a time. They take 12·D² bytes, and a block of the last
// vectors.
//
// Each block is averaged in two passes and then merged by the rule of Chan, Golub and LeVeque,
// with the mean in two parts, so that a small variance about a large mean loses nothing:
//
//	δ = mean_b − mean_a,   mean = mean_a + δ·n_b/n,   M2 = M2_a + M2_b + δ²·n_a·n_b/n
//
// Up to [BlockSize] vectors they are what two passes over all vectors give, bit for bit.
type Differences struct {
	Features int
	N        int       // vectors merged
	Hi, Lo   []float64 // the mean of each pair, as Hi + Lo
	M2       []float64 // the sum of squares about it

	block [][]float64 // [D+1][…]: vectors to come, and zeros for none
}

// BlockSize is how many vectors are averaged at a time.
const BlockSize = 1024

// NewDifferences starts the moments of D features.
func NewDifferences(features int) *Differences {
	pairs := (features + 1) * features / 2
	return &Differences{Features: features, Hi: make([]float64, pairs), Lo: make([]float64, pairs), M2: make([]float64, pairs)}
}

// index is where the pair is, in either order; none comes last.
func (m *Differences) index(u, v int) int {
	if u == none {
		u = m.Features
	}
	if v == none {
		v = m.Features
	}
	return pairIndex(m.Features+1, min(u, v), max(u, v))
}

// Add adds a vector.
func (m *Differences) Add(x []float64) {
	if m.block == nil {
		m.block = make([][]float64, m.Features+1)
	}
	for k, x := range x {
		m.block[k] = append(m.block[k], x)
	}
	m.block[m.Features] = append(m.block[m.Features], 0)
	if len(m.block[0]) == BlockSize {
		m.flush()
	}
}

// flush merges the block.
func (m *Differences) flush() {
	if m.block == nil || len(m.block[0]) == 0 {
		return
	}
	n := len(m.block[0])
	parallel.For(m.Features, func(u int) {
		for v := u + 1; v <= m.Features; v++ {
			hi, lo, m2 := deviations(m.block[u], m.block[v])
			m.merge(pairIndex(m.Features+1, u, v), n, hi, lo, m2)
		}
	})
	m.N += n
	for k := range m.block {
		m.block[k] = m.block[k][:0]
	}
}

// merge merges n more differences into pair i.
func (m *Differences) merge(i, n int, hi, lo, m2 float64) {
	if m.N == 0 {
		m.Hi[i], m.Lo[i], m.M2[i] = hi, lo, m2
		return
	}
	have, more := float64(m.N), float64(n)
	delta := (hi - m.Hi[i]) + (lo - m.Lo[i])
	m.M2[i] += m2 + delta*delta*(have*more/(have+more))
	sum, lost := neumaier(m.Hi[i], m.Lo[i], delta*(more/(have+more)))
	m.Hi[i] = sum + lost
	m.Lo[i] = lost - (m.Hi[i] - sum)
}

// Merge adds the vectors of another.
func (m *Differences) Merge(o *Differences) error {
	if err := o.check(m.Features); err != nil {
		return err
	}
	m.flush()
	o.flush()
	if o.N == 0 {
		return nil
	}
	for i := range m.M2 {
		m.merge(i, o.N, o.Hi[i], o.Lo[i], o.M2[i])
	}
	m.N += o.N
	return nil
}

// check says what is wrong with moments that came from elsewhere.
func (m *Differences) check(features int) error {
	pairs := (features + 1) * features / 2
	if m == nil || m.Features != features || m.N < 0 || len(m.Hi) != pairs || len(m.Lo) != pairs || len(m.M2) != pairs {
		return fmt.Errorf("estimate: got differences that are not those of %d features", features)
	}
	return nil
}

// variance is the unbiased variance of x_u − x_v.
func (m *Differences) variance(u, v int) float64 {
	return math.Max(0, m.M2[m.index(u, v)]) / (float64(m.N) - 1)
}
