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
	if len(p.Strengths) != d {
		return fmt.Errorf("linear: checking the penalty: Strengths has %d numbers, must have %d, one per column", len(p.Strengths), d)
	}
	if p.Centre != nil && len(p.Centre) != d*outputs {
		return fmt.Errorf("linear: checking the penalty: Centre has %d numbers, must have %d, one per weight", len(p.Centre), d*outputs)
	}
	if p.Signs != nil && len(p.Signs) != d {
		return fmt.Errorf("linear: checking the penalty: Signs has %d numbers, must have %d, one per column", len(p.Signs), d)
	}
	for j, s := range p.Strengths {
		if !(s >= 0) || math.IsInf(s, 1) {
			return fmt.Errorf("linear: checking the penalty: the strength of column %d is %g, must be a finite number of at least 0", j, s)
		}
	}
	for j, s := range p.Signs {
		if s < -1 || s > 1 {
			return fmt.Errorf("linear: checking the penalty: the sign of column %d is %d, must be −1, 0 or 1", j, s)
		}
	}
	for _, j := range p.Excluded {
		if j < 0 || j >= d {
			return fmt.Errorf("linear: checking the penalty: excluded column %d not found, must be 0 to %d", j, d-1)
		}
	}
	if p.Signs != nil && outputs != 1 {
		return fmt.Errorf("linear: checking the penalty: Signs require a model with 1 output, not %d", outputs)
	}
	return nil
}
