package benchmark

import (
	"context"
	"math"

	"github.com/gomlx/compute"
)

// Names of the methods of [PenaltyFactors].
const (
	Lasso         = "lasso"
	LLMLasso      = "LLM-Lasso"
	LLMLassoSigns = "LLM-Lasso with signs"
)

// PenaltyFactors returns the lasso, and the lasso with penalty factors from prior importances, after LLM-Lasso (Zhang et al.,
// arXiv 2502.10648). The penalty on column j is multiplied by importance_j^(−η), scaled to a mean of 1, and cross-validation
// chooses η. With η = 0 it is the plain lasso.
//
// It is reconstructed from the abstract and the authors' published program (github.com/pilancilab/LLM-Lasso, llm_lasso.py),
// which provides the powers 0 to 3 and the scaling. Three things differ. The importance of a feature is one over its rank in
// the order, because there is no language model here. Cross-validation selects the pair of η and strength with the least loss;
// the program compares whole paths by an area. The third method, which also satisfies known signs, is not in the paper.
func PenaltyFactors() []Method {
	powers := []float64{0, 1, 2, 3}
	return []Method{
		lasso(Lasso, powers[:1], false, false), lasso(LLMLasso, powers, true, false), lasso(LLMLassoSigns, powers, true, true),
	}
}

func lasso(name string, powers []float64, order, signs bool) Recipe {
	return Recipe{
		Label: name, Needs: plainTable(name, order, signs), Grid: product(spaced(1, 1e-3, GridSize), powers),
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, s Setting, _ int64) (Fitted, error) {
			m, factors, known := p.moments(), make([]float64, p.columns()), []int(nil)
			for j := range factors {
				factors[j] = 1
			}
			if order {
				sum := 0.0
				for j, r := range columnRanks(p) {
					factors[j] = math.Pow(r, s.Second)
					sum += factors[j] / float64(len(factors))
				}
				for j := range factors {
					factors[j] /= sum
				}
			}
			if signs {
				known = p.Signs
			}
			return m.line(m.lasso(s.Strength, factors, known)), nil
		},
	}
}

// lasso returns the minimum of ½·mean (y − θ·z)² + λ·Σ f_j·|θ_j| under known signs, by coordinate descent. λ is part times the
// least strength at which all weights are 0.
func (m moments) lasso(part float64, factors []float64, signs []int) []float64 {
	most := 0.0
	for j, b := range m.b {
		most = max(most, math.Abs(b)/factors[j])
	}
	theta, left := make([]float64, m.d), append([]float64(nil), m.b...) // left = b − gθ
	for range 10_000 {
		moved := 0.0
		for j := range m.d {
			scale := m.g[j*m.d+j]
			if scale <= tiny { // a constant column
				continue
			}
			v := left[j] + scale*theta[j]
			next := math.Copysign(max(math.Abs(v)-part*most*factors[j], 0), v) / scale
			if signs != nil && float64(signs[j])*next < 0 {
				next = 0
			}
			if step := next - theta[j]; step != 0 {
				for i := range left {
					left[i] -= m.g[i*m.d+j] * step
				}
				theta[j] = next
				moved = max(moved, math.Abs(step))
			}
		}
		if moved < 1e-9 {
			break
		}
	}
	return theta
}
