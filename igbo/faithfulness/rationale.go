package faithfulness

import (
	"fmt"
	"math"
)

// DefaultShares are the shares of the inputs over which comprehensiveness and
// sufficiency are averaged, those of ERASER: 1, 5, 10, 20 and 50 %.
func DefaultShares() []float64 { return []float64{0.01, 0.05, 0.1, 0.2, 0.5} }

// Comprehensiveness is how much the output changes once the inputs of the largest
// |attribution| are gone (DeYoung et al., "ERASER", ACL 2020): with R_q the ⌈q·n⌉ of
// them,
//
//	mean over q of |F(x) − F(x with x_i := r_i for i ∈ R_q)|
//
// More is better: what was named was needed. ERASER takes the fall of a class's
// probability; a regression has no side that is better, hence the absolute value.
//
// Errors: those of Deletion; no shares, or one outside (0, 1].
func Comprehensiveness(f Function, x, reference, attributions, shares []float64) (float64, error) {
	return without(f, x, reference, attributions, shares, func(named bool) bool { return named })
}

// Sufficiency is how much the output changes where those inputs alone are kept,
//
//	mean over q of |F(x) − F(x with x_i := r_i for i ∉ R_q)|
//
// Less is better: what was named is enough.
//
// Errors: those of Comprehensiveness.
func Sufficiency(f Function, x, reference, attributions, shares []float64) (float64, error) {
	return without(f, x, reference, attributions, shares, func(named bool) bool { return !named })
}

// without is the mean change of the output where inputs, named or not, are those of the reference.
func without(f Function, x, reference, attributions, shares []float64, gone func(named bool) bool) (float64, error) {
	if err := check(f, x, reference, attributions); err != nil {
		return 0, err
	}
	if len(shares) == 0 {
		return 0, fmt.Errorf("faithfulness: Shares is empty (want at least one share of the inputs)")
	}
	n, order := len(x), descending(magnitudes(attributions))
	points := append([]float64(nil), x...)
	for _, q := range shares {
		if !(q > 0 && q <= 1) {
			return 0, fmt.Errorf("faithfulness: the share %g of the inputs must be in (0, 1]", q)
		}
		point := make([]float64, n)
		for place, i := range order {
			if point[i] = x[i]; gone(place < named(q, n)) {
				point[i] = reference[i]
			}
		}
		points = append(points, point...)
	}
	y, err := f.at(points, n)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, v := range y[1:] {
		sum += math.Abs(y[0] - v)
	}
	return sum / float64(len(shares)), nil
}

// named is ⌈q·n⌉, but for what rounding adds to q·n.
func named(q float64, n int) int { return int(math.Ceil(q*float64(n) - 1e-9)) }
