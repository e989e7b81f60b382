package kernel

import "math"

// Functions of float64 where package math errs on amd64, whose assembly overflows before Exp does and takes
// denormal numbers for normal ones in Log, and so in Pow.

// smallestNormal is that of float64.
const smallestNormal = 0x1p-1022

const (
	ln2High = 6.93147180369123816490e-01 // with 32 zeros at its end
	ln2Low  = 1.90821492927058770002e-10
)

// exp is e^v; near the largest numbers 2·e^(v − ln 2), whose first difference is exact.
func exp(v float64) float64 {
	if v > 709 && v < 709.8 {
		return 2 * (math.Exp(v-ln2High) * (1 - ln2Low))
	}
	return math.Exp(v)
}

// log is the natural logarithm.
func log(v float64) float64 {
	if v > 0 && v < smallestNormal {
		return math.Log(v*0x1p54) - 54*math.Ln2
	}
	return math.Log(v)
}

// pow is a^b.
func pow(a, b float64) float64 {
	if size := math.Abs(a); size > 0 && size < smallestNormal && b != math.Trunc(b) {
		return math.Pow(a*0x1p54, b) * math.Exp2(-54*b)
	}
	return math.Pow(a, b)
}

// logistic is 1/(1 + e^−v).
func logistic(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + exp(-v))
	}
	e := exp(v)
	return e / (1 + e)
}

// signOf is ±1, and NaN and ±0 themselves.
func signOf(v float64) float64 {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return v
}
