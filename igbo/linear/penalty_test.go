package linear

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestPenaltyNamesTheField checks that the error for a field of the wrong length or with a wrong number names that field.
func TestPenaltyNamesTheField(t *testing.T) {
	one := []float64{1, 1}
	for want, p := range map[string]Penalty{
		"Strengths has 1 numbers, must have 2":        {Strengths: []float64{1}},
		"Centre has 3 numbers, must have 2":           {Strengths: one, Centre: []float64{0, 0, 0}},
		"Signs has 1 numbers, must have 2":            {Strengths: one, Signs: []int{1}},
		"the strength of column 1 is -1":              {Strengths: []float64{1, -1}},
		"the sign of column 0 is 2":                   {Strengths: one, Signs: []int{2, 0}},
		"excluded column 2 not found, must be 0 to 1": {Strengths: one, Excluded: []int{2}},
	} {
		refusal.Check(t, p.check(2, 1), "linear: checking the penalty: "+want)
	}
	refusal.Check(t, Penalty{Strengths: one, Signs: []int{1, 0}}.check(2, 3), "Signs require a model with 1 output, not 3")
}
