package kernel

import "math"

// The functions in this file correct errors of package math on amd64. There the assembly of Exp overflows too early. The
// assembly of Log, and thus Pow, treats denormal numbers as normal.

// smallestNormal is the smallest normal float64.
const smallestNormal = 0x1p-1022

const (
	ln2High = 6.93147180369123816490e-01 // the last 32 bits are zero
	ln2Low  = 1.90821492927058770002e-10
)

// exp returns e^v. Near the overflow limit it computes 2·e^(v − ln 2), where v − ln2High is exact.
func exp(v float64) float64 {
	if v > 709 && v < 709.8 {
		return 2 * (math.Exp(v-ln2High) * (1 - ln2Low))
	}
	return math.Exp(v)
}

// log returns the natural logarithm of v.
func log(v float64) float64 {
	if v > 0 && v < smallestNormal {
		return math.Log(v*0x1p54) - 54*math.Ln2
	}
	return math.Log(v)
}

// pow returns a^b.
func pow(a, b float64) float64 {
	if size := math.Abs(a); size > 0 && size < smallestNormal && b != math.Trunc(b) {
		return math.Pow(a*0x1p54, b) * math.Exp2(-54*b)
	}
	return math.Pow(a, b)
}

// logistic returns 1/(1 + e^−v).
func logistic(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + exp(-v))
	}
	e := exp(v)
	return e / (1 + e)
}

// signOf returns −1 or 1. It returns v itself if v is NaN, 0 or −0.
func signOf(v float64) float64 {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return v
}
