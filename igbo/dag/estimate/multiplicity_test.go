package estimate

import (
	"math"
	"testing"
)

// TestMultiplicityAgainstThePublishedExample uses the example of Benjamini and Hochberg (1995),
// section 3.2, with 15 p-values. At level 0.05, their procedure rejects 4 hypotheses and Holm's
// rejects 3. The corrected values were computed by hand.
func TestMultiplicityAgainstThePublishedExample(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	bh, holm := append([]float64(nil), p...), append([]float64(nil), p...)
	adjust(bh, BenjaminiHochberg)
	adjust(holm, Holm)
	count := func(q []float64) (n int) {
		for _, x := range q {
			if x <= 0.05 {
				n++
			}
		}
		return n
	}
	if count(bh) != 4 || count(holm) != 3 {
		t.Errorf("rejected %d and %d, want 4 and 3", count(bh), count(holm))
	}
	if !near(bh[3], 15*0.0095/4) || !near(holm[3], 12*0.0095) || !near(bh[5], 15*0.0298/7) || holm[14] != 1 {
		t.Errorf("corrected: %v, %v", bh, holm)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*(1+math.Abs(b)) }
