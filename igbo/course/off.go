package course

import (
	"cmp"
	"fmt"
	"math"
)

// near tells whether numbers are those wanted, within a tolerance of the largest of them.
func near(got, want []float64, tolerance float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(math.Abs(want[i]), scale(want)*1e-3)) {
			return false
		}
	}
	return true
}

// scale is the largest size of numbers.
func scale(values []float64) (most float64) {
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

// off says what kind of thing is wrong, and not what would be right.
func off(got, want []float64, tolerance float64) string {
	right, finite := 0, true
	flipped, factor, same := make([]float64, len(got)), 0.0, true
	for i, v := range got {
		finite = finite && !math.IsNaN(v) && !math.IsInf(v, 0)
		flipped[i] = -v
		if near(got[i:i+1], want[i:i+1], tolerance) {
			right++
		}
		if want[i] != 0 && finite {
			factor = cmp.Or(factor, v/want[i])
			same = same && math.Abs(v/want[i]-factor) <= 1e-6*math.Abs(factor)
		} else {
			same = same && v == 0
		}
	}
	switch {
	case !finite:
		return "a value is infinite or not a number"
	case near(flipped, want, tolerance):
		return "the size is right and the sign is not"
	case right > 0:
		return fmt.Sprintf("%d of %d values are right", right, len(got))
	case len(got) > 1 && same && factor != 0:
		return "every value is off by the same factor"
	case near(got, want, 0.05):
		return "it is near, off by less than 5 %: look for a small term, or for rounding"
	case scale(got) > 30*scale(want) || scale(want) > 30*scale(got):
		return "it is another order of magnitude"
	}
	return "it is not near"
}
