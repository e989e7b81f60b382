package faithfulness

import (
	"fmt"
	"math"
)

// DefaultShares returns the fractions of inputs over which comprehensiveness and sufficiency are averaged, as
// in ERASER: 1, 5, 10, 20 and 50 %.
func DefaultShares() []float64 { return []float64{0.01, 0.05, 0.1, 0.2, 0.5} }

// Comprehensiveness measures how much the output changes if the most important inputs are replaced (DeYoung et
// al., "ERASER", ACL 2020). R_q contains the ⌈q·n⌉ inputs with the largest |attribution|:
//
//	mean over q of |F(x) − F(x with x_i := r_i for i ∈ R_q)|
//
// Larger is better: the inputs were necessary. ERASER uses the decrease in the probability of a class. This
// function uses the absolute change, which also suits regression.
//
// It returns an error in the same cases as [Deletion], and if shares is empty or contains a number outside (0,
// 1].
func Comprehensiveness(f Function, x, reference, attributions, shares []float64) (float64, error) {
	return without(f, x, reference, attributions, shares, func(named bool) bool { return named })
}

// Sufficiency measures how much the output changes if only the most important inputs are kept. With R_q as in
// [Comprehensiveness], it is
//
//	mean over q of |F(x) − F(x with x_i := r_i for i ∉ R_q)|
//
// Smaller is better: the inputs were sufficient. It returns the same errors as Comprehensiveness.
func Sufficiency(f Function, x, reference, attributions, shares []float64) (float64, error) {
	return without(f, x, reference, attributions, shares, func(named bool) bool { return !named })
}

// without returns the mean change of the output if inputs are replaced by those of the reference. The function
// gone selects either the most important inputs or the others.
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

// named returns ⌈q·n⌉, ignoring rounding errors in q·n.
func named(q float64, n int) int { return int(math.Ceil(q*float64(n) - 1e-9)) }
