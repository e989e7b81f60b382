package benchmark

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// Names of the methods of [SparsityPriors].
const (
	SpikeAndSlab  = "spike and slab"
	SparsityPrior = "sparsity prior (LSP)"
)

// mostSparse is the largest number of columns D. All 2^D subsets are evaluated.
const mostSparse = 14

// SparsityPriors returns Bayesian regression with a spike-and-slab prior without knowledge, and with prior inclusion
// probabilities from an order, after the LLM Sparsity Prior (Skinner, Guo and Li, arXiv 2605.23102):
//
//	θ_j = s·u_j,   u_j = w_j^η / mean_k w_k^η,
//
// Here w are importance scores, and s is the share of weights that are not 0. η has a hyperprior with half of its mass at 0,
// where the scores have no effect. The estimate is the mean over all models.
//
// It is reconstructed from the abstract and from the README and R code of the authors' repository ("LLM Sparsity Prior for
// Robust Feature Selection"). There β given a model is N(0, τσ²), 1/σ² is Gamma(1, 1), η is 0 or uniform on 1, …, 10, and
// scores are 1 to 5. Five things differ:
//
//   - s is uniform. The program has Beta(1, D) for hundreds of columns, which increased the error for dense truths on
//     development draws.
//   - The method sums over all subsets of columns and over grids of s and η; the program draws by MCMC.
//   - Inputs and target are in standardised units, with a flat prior on the bias.
//   - τ is chosen by cross-validation among eight values; it is 1 in the program.
//   - The scores fall evenly from 5 to 1 with the rank in the order.
func SparsityPriors() []Method {
	return []Method{sparse(SpikeAndSlab, false), sparse(SparsityPrior, true)}
}

func sparse(name string, order bool) Recipe {
	needs := plainTable(name, order, false)
	return Recipe{
		Label: name, Grid: Grid(0.1, 30),
		Needs: func(p *Problem) error {
			if p.columns() > mostSparse {
				return fmt.Errorf("benchmark: %s weights all subsets of columns: too many columns, %d (max %d)", name, p.columns(), mostSparse)
			}
			if err := needs(p); err != nil {
				return err
			}
			if order && p.included == nil {
				p.included = inclusions(rankScores(p)) // computed once for all folds
			}
			return nil
		},
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, s Setting, _ int64) (Fitted, error) {
			prior := p.included
			switch {
			case !order:
				prior = nothingIncluded(p.columns())
			case prior == nil:
				prior = inclusions(rankScores(p))
			}
			m := p.moments()
			return m.line(m.averaged(s.Strength, prior)), nil
		},
	}
}

// rankScores fall evenly from 5 to 1 with the rank of a column's feature.
func rankScores(p *Problem) []float64 {
	return study.Each(columnRanks(p), func(r float64) float64 { return 5 - 4*(r-1)/max(float64(len(p.groups())-1), 1) })
}

// inclusionsOf caches the prior without knowledge by the number of columns.
var inclusionsOf sync.Map

func nothingIncluded(d int) []float64 {
	if prior, ok := inclusionsOf.Load(d); ok {
		return prior.([]float64)
	}
	prior := inclusions(slices.Repeat([]float64{1}, d))
	inclusionsOf.Store(d, prior)
	return prior
}

// inclusions returns the log prior probability of each subset of columns: the mean over η and s of Π θ_j^γ_j·(1 − θ_j)^(1 − γ_j).
func inclusions(scores []float64) []float64 {
	d := len(scores)
	all, subset := make([]float64, 1<<d), make([]float64, 1<<d)
	largest, points := 10, 24
	if floats.Max(scores) == floats.Min(scores) {
		largest = 0 // every η gives the same prior
	}
	for eta := range largest + 1 {
		share := 1.0
		if largest > 0 {
			share = 0.5
			if eta > 0 {
				share /= float64(largest)
			}
		}
		u, mean := make([]float64, d), 0.0
		for j, w := range scores {
			u[j] = math.Pow(w, float64(eta))
			mean += u[j] / float64(d)
		}
		floats.Scale(1/mean, u)
		end := min(1/floats.Max(u), 1) // s at which an inclusion has probability 1
		for i := range points {
			s := end * (float64(i) + 0.5) / float64(points)
			subset[0] = share / float64(points)
			for j := range d { // subsets of the first j columns are done
				theta := min(s*u[j], 1-1e-4)
				for g := range 1 << j {
					subset[g|1<<j] = subset[g] * theta
					subset[g] *= 1 - theta
				}
			}
			floats.Add(all, subset)
		}
	}
	for g, v := range all {
		all[g] = math.Log(v)
	}
	return all
}

// averaged returns the posterior mean of the weights over all subsets of columns, given the log prior of each.
func (m moments) averaged(tau float64, prior []float64) []float64 {
	d, n := m.d, float64(m.n)
	const a, b = 1.0, 1.0
	logs := make([]float64, len(prior))
	means := make([]float64, len(prior)*d)
	// visit the subsets in an order that adds columns one by one: each extends a Cholesky factor by a row
	chosen, factor, solved := make([]int, 0, d), make([]float64, d*d), make([]float64, d)
	var walk func(from, subset int, explained, logDet float64)
	walk = func(from, subset int, explained, logDet float64) {
		k := len(chosen)
		logs[subset] = prior[subset] - float64(k)/2*math.Log(tau) - logDet - ((n-1)/2+a)*math.Log((n*m.yy-explained)/2+b)
		for i := k - 1; i >= 0; i-- { // Lᵀβ = solved
			v := solved[i]
			for r := i + 1; r < k; r++ {
				v -= factor[r*d+i] * means[subset*d+chosen[r]]
			}
			means[subset*d+chosen[i]] = v / factor[i*d+i]
		}
		for j := from; j < d; j++ {
			row, rest, right := factor[k*d:k*d+k+1], n*m.g[j*d+j]+1/tau, n*m.b[j]
			for i, c := range chosen {
				row[i] = (n*m.g[j*d+c] - floats.Dot(row[:i], factor[i*d:i*d+i])) / factor[i*d+i]
				rest -= row[i] * row[i]
				right -= row[i] * solved[i]
			}
			row[k] = math.Sqrt(rest)
			solved[k] = right / row[k]
			chosen = append(chosen, j)
			walk(j+1, subset|1<<j, explained+solved[k]*solved[k], logDet+math.Log(row[k]))
			chosen = chosen[:k]
		}
	}
	walk(0, 0, 0, 0)
	best, total, theta := floats.Max(logs), 0.0, make([]float64, d)
	for g, l := range logs {
		w := math.Exp(l - best)
		total += w
		if bits.OnesCount(uint(g)) > 0 {
			floats.AddScaled(theta, w, means[g*d:(g+1)*d])
		}
	}
	floats.Scale(1/total, theta)
	return theta
}
