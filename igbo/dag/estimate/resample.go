package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// frequency is the share of batches with s_u > s_v. Ties count for neither feature.
//
//	P̂(s_u > s_v) = #{i : s_u^(i) > s_v^(i)} / n
//
// It can produce cycles: scores uniform over the four rotations of (1, 2, 3, 4) give ¾ for each
// edge of a cycle.
type frequency struct{ s *Sample }

func newFrequency(s *Sample) (*frequency, error) {
	if s.Batches() < 2 {
		return nil, fmt.Errorf("estimate: got %d batch of %d rows, want at least 2 batches for estimator %q", s.Batches(), s.Size, Frequency)
	}
	return &frequency{s}, nil
}

// Pair implements Estimator.
func (f *frequency) Pair(u, v int) Pair {
	uv, vu := shares(f.s.means[u], f.s.means[v])
	return Pair{Sigma: f.s.betweenSigma(u, v), UV: uv, VU: vu}
}

// Passes implements Estimator.
func (f *frequency) Passes(_ float64, p Pair, alpha, _ float64) bool { return p.UV > alpha }

// shares returns the fraction of indices with x_i > y_i and that with x_i < y_i.
func shares(x, y []float64) (above, below float64) {
	a, b := 0, 0
	for i, xi := range x {
		if xi > y[i] {
			a++
		} else if xi < y[i] {
			b++
		}
	}
	return float64(a) / float64(len(x)), float64(b) / float64(len(x))
}

// bootstrap draws batches of |B| rows with replacement from all rows:
//
//	P̂(s_u > s_v) = #{b : s*_u > s*_v} / R,  σ_uv = standard deviation of s*_u − s*_v
//
// So P̂ > α means that the percentile bound of level α on s_u − s_v is above 0.
type bootstrap struct{ means [][]float64 } // [D][R]

func newBootstrap(s *Sample, cfg Config) *bootstrap {
	rng := rand.New(rand.NewPCG(cfg.Seed, 0xb0075))
	draws := make([][]int, cfg.Resamples)
	for i := range draws {
		draws[i] = drawRows(rng, s.Rows(), s.Size)
	}
	b := &bootstrap{make([][]float64, len(s.columns))}
	parallel.For(len(s.columns), func(k int) {
		b.means[k] = make([]float64, len(draws))
		for i, d := range draws {
			b.means[k][i] = meanAt(s.columns[k], d)
		}
	})
	return b
}

// Pair implements Estimator.
func (b *bootstrap) Pair(u, v int) Pair {
	uv, vu := shares(b.means[u], b.means[v])
	p := Pair{UV: uv, VU: vu}
	if len(b.means[u]) > 1 {
		p.Sigma = math.Sqrt(differenceVariance(b.means[u], b.means[v]))
	}
	return p
}

// Passes implements Estimator.
func (b *bootstrap) Passes(_ float64, p Pair, alpha, _ float64) bool { return p.UV > alpha }

// permutation compares μ_uv with the null distribution of a batch mean of the paired differences
// D_i = H_u − H_v. The signs of D_i are flipped at random, with the same flips for all pairs:
//
//	d° = (1/|B|) Σ ±D_i,   P̂(s_u > s_v) = P(d° < μ_uv) + ½·P(d° = μ_uv)
//
// Every draw is counted together with its mirror image. So the null distribution is exactly
// symmetric, P̂ > ½ only if μ_u > μ_v, and the graph is acyclic. If there is one batch of all rows,
// the rows are not redrawn, and P̂ = 1 − p of the classical paired sign-flip test.
type permutation struct {
	s      *Sample
	spread *normal
	null   [][]float64 // [D][R]: sign-flipped batch means
}

func newPermutation(s *Sample, cfg Config) (*permutation, error) {
	spread, err := newSpread(s)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(cfg.Seed, 0xf11b))
	draws, signs := make([][]int, cfg.Resamples), make([][]float64, cfg.Resamples)
	only := consecutive(s.Size, s.Size)[0]
	for i := range draws {
		if draws[i] = only; s.Batches() > 1 || s.pooled {
			draws[i] = drawRows(rng, s.Rows(), s.Size)
		}
		signs[i] = drawSigns(rng, s.Size)
	}
	p := &permutation{s: s, spread: spread, null: make([][]float64, len(s.columns))}
	parallel.For(len(s.columns), func(k int) {
		p.null[k] = make([]float64, len(draws))
		for i := range draws {
			p.null[k][i] = flippedMean(s.columns[k], draws[i], signs[i])
		}
	})
	return p, nil
}

func flippedMean(x []float64, rows []int, signs []float64) float64 {
	sum := 0.0
	for i, r := range rows {
		sum += signs[i] * x[r]
	}
	return sum / float64(len(rows))
}

// Pair implements Estimator.
func (p *permutation) Pair(u, v int) Pair {
	uv := nullShare(p.null[u], p.null[v], p.s.Diff(u, v))
	return Pair{Sigma: p.spread.sigma(u, v), UV: uv, VU: 1 - uv}
}

// nullShare returns the fraction of the values x − y and y − x that are below mu. Ties count half.
func nullShare(x, y []float64, mu float64) float64 {
	halves := 0
	for i, xi := range x {
		d := xi - y[i]
		for _, m := range [2]float64{d, -d} {
			if m < mu {
				halves += 2
			} else if m == mu {
				halves++
			}
		}
	}
	return float64(halves) / float64(4*len(x))
}

// Passes implements Estimator.
func (p *permutation) Passes(mu float64, q Pair, alpha, _ float64) bool {
	return mu > 0 && q.UV > alpha
}
