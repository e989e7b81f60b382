package estimate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Corrected holds the corrected p-value of every pair. The one-sided p-value of μ_u > μ_v comes
// from Student's t over the N distinct rows,
//
//	t = mean(D)/(sd(D)/√N),   D = H_u − H_v,
//
// and does not depend on the batches. It is doubled, because the sign of t determines which side is
// tested.
type Corrected struct {
	n  int
	mu []float64
	p  []float64 // corrected, by pairIndex
}

// Correct tests every pair and returns the corrected p-values.
func (s *Sample) Correct(method Multiplicity) *Corrected {
	n := s.Features()
	c := &Corrected{n: n, mu: make([]float64, n), p: make([]float64, n*(n-1)/2)}
	for k := range c.mu {
		c.mu[k] = mean(s.columns[k])
	}
	rows := s.Rows()
	parallel.For(n, func(u int) {
		for v := u + 1; v < n; v++ {
			se := math.Sqrt(differenceVariance(s.columns[u], s.columns[v]) / float64(rows))
			d := math.Abs(c.mu[u] - c.mu[v])
			if d <= s.tie {
				d = 0
			}
			c.p[pairIndex(n, u, v)] = twoSided(d, se, rows)
		}
	})
	adjust(c.p, method)
	return c
}

// pairIndex returns the index of the pair u < v in row-major order.
func pairIndex(n, u, v int) int { return u*(2*n-u-1)/2 + v - u - 1 }

func twoSided(d, se float64, rows int) float64 {
	switch {
	case d == 0 || rows < 2:
		return 1
	case se == 0:
		return 0
	}
	t := d / se
	if math.IsInf(t, 1) {
		return 0
	}
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(rows - 1)}.CDF(-t)
}

// adjust replaces p-values with corrected ones. A pair is significant at a level iff its corrected
// p-value is at most the level.
//
//	Benjamini–Hochberg: p̃_(i) = min_{j≥i} m·p_(j)/j     (false discovery rate)
//	Holm:               p̃_(i) = max_{j≤i} (m−j+1)·p_(j)  (family-wise error rate)
func adjust(p []float64, method Multiplicity) {
	m := len(p)
	order := make([]int, m)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(p[a], p[b]), a-b) })
	switch method {
	case BenjaminiHochberg:
		least := 1.0
		for i := m - 1; i >= 0; i-- {
			least = math.Min(least, p[order[i]]*float64(m)/float64(i+1))
			p[order[i]] = least
		}
	case Holm:
		most := 0.0
		for i, k := range order {
			most = math.Max(most, math.Min(1, p[k]*float64(m-i)))
			p[k] = most
		}
	}
}

// Value returns the corrected p-value of u→v, or 1 unless the mean of u exceeds that of v. So, at
// every level below 1, the significant edges follow the strict order of the means and are acyclic,
// whatever the method.
func (c *Corrected) Value(u, v int) float64 {
	if c.mu[u] <= c.mu[v] {
		return 1
	}
	return c.p[pairIndex(c.n, min(u, v), max(u, v))]
}
