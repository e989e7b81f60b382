package linear

import (
	"fmt"
	"math"
	"slices"
)

// A Penalty holds the penalty terms and the sign constraints of a fit, in standardised units:
//
//	½·Σ_j p_j·(θ_j − c_j)²,   s_j·θ_j ≥ 0
//
// Biases are not penalised.
type Penalty struct {
	// Strengths holds p_j ≥ 0 for each column.
	Strengths []float64
	// Centre holds c [D·K], output by output. nil means 0.
	Centre []float64
	// Signs holds s_j for each column: −1, 0 (unknown) or +1. nil means that all are unknown. Signs require one
	// output.
	Signs []int
	// Excluded lists columns whose weights are fixed to 0.
	Excluded []int
}

// Uniform returns the penalty with the same strength for each of d columns.
func Uniform(strength float64, d int) Penalty {
	return Penalty{Strengths: slices.Repeat([]float64{strength}, d)}
}

func (p Penalty) check(d, outputs int) error {
	if len(p.Strengths) != d || p.Centre != nil && len(p.Centre) != d*outputs || p.Signs != nil && len(p.Signs) != d {
		return fmt.Errorf("linear: checking the penalty: %d strengths, a centre of %d and %d signs, want %d, %d and %d", len(p.Strengths), len(p.Centre), len(p.Signs), d, d*outputs, d)
	}
	for j, s := range p.Strengths {
		if !(s >= 0) || math.IsInf(s, 1) {
			return fmt.Errorf("linear: checking the penalty: strength %g of column %d, must be a finite number of at least 0", s, j)
		}
	}
	for j, s := range p.Signs {
		if s < -1 || s > 1 {
			return fmt.Errorf("linear: checking the penalty: sign %d of column %d, must be −1, 0 or 1", s, j)
		}
	}
	for _, j := range p.Excluded {
		if j < 0 || j >= d {
			return fmt.Errorf("linear: checking the penalty: excluded column %d not found, must be 0 to %d", j, d-1)
		}
	}
	if p.Signs != nil && outputs != 1 {
		return fmt.Errorf("linear: checking the penalty: signs with %d outputs, want 1", outputs)
	}
	return nil
}
