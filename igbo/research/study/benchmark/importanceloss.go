package benchmark

import (
	"context"
	"math"

	"github.com/gomlx/compute"
)

// Names of the methods of [ImportanceConstraints].
const (
	RowConstraints  = "importance constraints, row by row"
	MeanConstraints = "importance constraints, means"
)

// ImportanceConstraints returns a linear model with constraints on feature importance in its loss, after Picchiotti and Gori
// (arXiv 2110.06596): the empirical loss has an additional term that makes local importances follow the user's constraints.
// Here the constraints are the order: in each pair, the importance of the first feature is at least that of the second. The
// term is c times the mean shortfall.
//
// It is reconstructed from the abstract and the introduction; the authors' form of the term was not available. A feature's
// local importance in a row is |Σ_j θ_j·z_ij| over its columns. For a linear model, layer-wise relevance propagation and
// gradient times input give the same value, relative to the mean of the inputs. The abstract does not state where a constraint
// holds: the first method requires it in every row, the second for the means over rows. Both start at ridge with the strength
// of the least leave-one-out error, keep its penalty, and take 200 steps of Adam; c has eight values.
func ImportanceConstraints() []Method {
	return []Method{importanceLoss(RowConstraints, false), importanceLoss(MeanConstraints, true)}
}

func importanceLoss(name string, means bool) Recipe {
	return Recipe{
		Label: name, Needs: plainTable(name, true, false), Grid: Grid(0.03, 100),
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, s Setting, _ int64) (Fitted, error) {
			m := p.moments()
			return m.line(m.constrained(p.knowledge(true, false), means, s.Strength, m.looRidge())), nil
		},
	}
}

// constrained minimises the mean squared error + ½·ridge·‖θ‖² + weight·(mean shortfall of the importances over pairs) by
// gradient descent.
func (m moments) constrained(k knowledge, means bool, weight, ridge float64) []float64 {
	const steps, rate, beta1, beta2 = 200, 0.05, 0.9, 0.999
	theta, n, f := m.ridge(ridge), m.n, len(k.groups)
	first, square := make([]float64, m.d), make([]float64, m.d)
	local, pull := make([]float64, n*f), make([]float64, n*f) // contributions, and the derivative of the term with respect to their sizes
	mean, push := make([]float64, f), make([]float64, f)
	share := weight / float64(len(k.cover))
	best, least := append([]float64(nil), theta...), math.Inf(1)
	for step := range steps + 1 {
		gradient, value := make([]float64, m.d), m.yy
		for j := range theta {
			gt := 0.0
			for i, t := range theta {
				gt += m.g[j*m.d+i] * t
			}
			gradient[j] = 2*(gt-m.b[j]) + ridge*theta[j]
			value += theta[j] * (gt - 2*m.b[j] + ridge/2*theta[j])
		}
		clear(mean)
		for i := range n {
			for e, group := range k.groups {
				h := 0.0
				for _, j := range group {
					h += theta[j] * m.z[i*m.d+j]
				}
				local[i*f+e] = h
				mean[e] += math.Abs(h) / float64(n)
			}
		}
		if means {
			clear(push)
			for _, e := range k.cover {
				if short := mean[e[1]] - mean[e[0]]; short > 0 {
					value += share * short
					push[e[1]] += share
					push[e[0]] -= share
				}
			}
			for i := range n {
				copy(pull[i*f:], push)
			}
		} else {
			clear(pull)
			for i := range n {
				row, by := local[i*f:(i+1)*f], pull[i*f:(i+1)*f]
				for _, e := range k.cover {
					if short := math.Abs(row[e[1]]) - math.Abs(row[e[0]]); short > 0 {
						value += share * short / float64(n)
						by[e[1]] += share
						by[e[0]] -= share
					}
				}
			}
		}
		if value < least {
			least = value
			copy(best, theta)
		}
		if step == steps {
			break
		}
		for i := range n {
			for e, group := range k.groups {
				by := pull[i*f+e]
				if by == 0 {
					continue
				}
				by = math.Copysign(by, by*local[i*f+e]) / float64(n)
				for _, j := range group {
					gradient[j] += by * m.z[i*m.d+j]
				}
			}
		}
		length := rate / math.Sqrt(float64(step+1))
		for j, g := range gradient {
			first[j] = beta1*first[j] + (1-beta1)*g
			square[j] = beta2*square[j] + (1-beta2)*g*g
			c1, c2 := 1-math.Pow(beta1, float64(step+1)), 1-math.Pow(beta2, float64(step+1))
			theta[j] -= length * first[j] / c1 / (math.Sqrt(square[j]/c2) + 1e-8)
		}
	}
	return best
}

// Published returns the methods of other authors: importance constraints in the loss, explanation constraints, penalty factors,
// and sparsity priors.
func Published() []Method {
	var all []Method
	for _, some := range [][]Method{ImportanceConstraints(), ExplanationConstraints(), PenaltyFactors(), SparsityPriors()} {
		all = append(all, some...)
	}
	return all
}
