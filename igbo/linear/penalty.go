package linear

import (
	"fmt"
	"math"
	"slices"
)

// Penalty holds what a fit adds to the loss and which weights it allows, in standardised units:
//
//	½·Σ_j p_j·(θ_j − c_j)²,   s_j·θ_j ≥ 0.
//
// Biases are free.
type Penalty struct {
	// Strengths are p_j ≥ 0, one for each column.
	Strengths []float64
	// Centre is c [D·K], output by output; nil is 0.
	Centre []float64
	// Signs are s_j, −1, 0 (unknown) or +1, one for each column; nil is unknown. They require one output.
	Signs []int
	// Excluded lists columns that the fit leaves out: their weights are 0.
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
