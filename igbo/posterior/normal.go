package posterior

import (
	"math"
	"math/rand/v2"
)

// tail returns P(Z > x) for a standard normal Z.
func tail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// signedTail returns P(Z > x) for x ≥ 0 and −P(Z < x) for x < 0, so small probabilities keep their precision.
func signedTail(x float64) float64 {
	switch {
	case x > 38:
		return 0
	case x < -38:
		return negativeZero
	case x < 0:
		return -tail(-x)
	}
	return tail(x)
}

var negativeZero = math.Copysign(0, -1)

// within returns the probability between two points, given their signed tails.
func within(from, to float64) float64 {
	if math.Signbit(from) && !math.Signbit(to) {
		return 1 + from - to
	}
	return from - to
}

// logTail returns log P(Z > x). If the probability underflows, it uses the asymptotic series of Mills' ratio.
func logTail(x float64) float64 {
	if x < 30 {
		return math.Log(tail(x))
	}
	q := 1 / (x * x)
	return -x*x/2 - math.Log(x) - math.Log(2*math.Pi)/2 + math.Log1p(q*(-1+q*(3-15*q)))
}

// logMass returns log P(a < Z < b).
func logMass(a, b float64) float64 {
	switch {
	case !(a < b):
		return math.Inf(-1)
	case b < 0:
		return logMass(-b, -a)
	case a > 0:
		la := logTail(a)
		return la + math.Log(-math.Expm1(logTail(b)-la))
	}
	return math.Log1p(-tail(-a) - tail(b))
}

// truncated draws Z given a < Z < b. It inverts the distribution function if that is accurate, and uses
// exponential proposals in the tails (Robert, 1995). It returns NaN if a bound is NaN, and a number from b to a
// if a > b.
func truncated(r *rand.Rand, a, b float64) float64 {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.NaN()
	}
	if b < 0 && a > 0 {
		return 0
	}
	if b < 0 {
		return -truncated(r, -b, -a)
	}
	if a > 5 {
		return farTail(r, a, b)
	}
	qa, qb := tail(a), tail(b)
	if qa-qb < 1e-9*qa { // nearly uniform
		return a + r.Float64()*(b-a)
	}
	z := math.Sqrt2 * math.Erfcinv(2*(qb+r.Float64()*(qa-qb)))
	return min(max(z, a), b)
}

// proposals limits the loops of rejection samplers. Each accepts at least one of two hundred proposals for
// valid arguments, so only invalid arguments reach the limit.
const proposals = 10_000

// farTail draws from [a, b] with a > 5 using proposals a + E/a, of which it accepts more than 90 %.
func farTail(r *rand.Rand, a, b float64) float64 {
	if math.IsInf(a, 1) {
		return a
	}
	width := -math.Expm1(-a * (b - a)) // mass of the exponential in the interval
	for range proposals {
		e := -math.Log1p(-r.Float64()*width) / a
		if e*e/2 <= r.ExpFloat64() {
			return min(a+e, b)
		}
	}
	return a
}
