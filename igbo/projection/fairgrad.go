package projection

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// DefaultFairGrad is the value of Alpha in the rule that [ByName] returns.
const DefaultFairGrad = 2

// FairGrad divides the improvement by α-fairness (Ban and Ji, 2024, equation 4). The weights solve
//
//	G·a = a^(−1/α),  G = [n1 c; c n2],
//
// so the objective that improves less gets the larger weight. Alpha = 1 is the Nash bargaining solution, which
// has the direction of [IMTLG]. For larger Alpha, the objectives improve more equally. Alpha must be in [0.5,
// 10]. FairGrad ignores λ.
//
// For α > 1, the length of the solution is unbounded near opposite gradients, and its degree of homogeneity is
// not an integer. So the weights are divided by their sum, which does not change the direction.
type FairGrad struct{ Alpha float64 }

// String returns the name that [ByName] takes.
func (FairGrad) String() string { return "fairgrad" }

// Validate checks Alpha.
func (r FairGrad) Validate() error {
	if !(r.Alpha >= 0.5 && r.Alpha <= 10) {
		return fmt.Errorf("projection: FairGrad.Alpha is %g, want a number in [0.5, 10]", r.Alpha)
	}
	return nil
}

// fairSteps is the number of Newton steps. They approach the root from the side of 0 and double the number of
// digits. After six steps, the logarithm is accurate to 1e-9 for every allowed Alpha.
const fairSteps = 6

// Weights implements [Rule]. With t = a2·‖g2‖/(a1·‖g1‖), y = (t + cos)/(1 + cos·t) and K = (1/α −
// 1)·log(‖g2‖/‖g1‖), the equations become log y + log(t)/α = K. The unknown is log y if the gradients conflict,
// and log t otherwise. As a function of the unknown, the other logarithm is odd, increasing, and concave above
// 0. So the slope of the sum is at least 1 or 1/α.
func (r FairGrad) Weights(n1, n2, c, _ float64) (a1, a2 float64) {
	p, cos := 1/r.Alpha, cosine(n1, n2, c)
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	k := (p - 1) * (math.Log(r2) - math.Log(r1))
	q := math.Abs(cos)
	own, other := p, 1.0
	if cos < 0 {
		own, other = 1, p
	}
	size, x := math.Abs(k), 0.0
	for range fairSteps {
		e := math.Exp(-x) // x ≥ 0
		bend := math.Log((1 + q*e) / (e + q))
		slope := (1 - q*q) * e / ((1 + q*e) * (e + q))
		x += (size - own*x - other*bend) / (own + other*slope)
	}
	if cos < 0 {
		e := math.Exp(-x)
		x = math.Log((1 + q*e) / (e + q))
	}
	t := math.Exp(math.Copysign(x, k))
	b1, b2 := r2, t*r1 // a1 = 1/r1 and a2 = t/r2, times r1·r2
	return b1 / (b1 + b2), b2 / (b1 + b2)
}

// WeightsNode implements [Rule].
func (r FairGrad) WeightsNode(n1, n2, c, _ *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c)
	p, r1, r2 := 1/r.Alpha, Sqrt(n1), Sqrt(n2)
	cos := cosineNode(r1, r2, c)
	k := MulScalar(Sub(Log(r2), Log(r1)), p-1)
	q, conflict := Abs(cos), IsNegative(cos)
	one := OnesLike(cos)
	own, other := Where(conflict, one, MulScalar(one, p)), Where(conflict, MulScalar(one, p), one)
	bent := func(x *Node) (value, slope *Node) {
		e := Exp(Neg(x))
		above, below := OnePlus(Mul(q, e)), Add(e, q)
		return Log(Div(above, below)), Div(Mul(OneMinus(Square(q)), e), Mul(above, below))
	}
	size := Abs(k)
	x := ZerosLike(k)
	for range fairSteps {
		value, slope := bent(x)
		x = Add(x, Div(Sub(size, Add(Mul(own, x), Mul(other, value))), Add(own, Mul(other, slope))))
	}
	value, _ := bent(x)
	x = Where(conflict, value, x)
	t := Exp(Mul(x, Sign(k)))
	b1, b2 := r2, Mul(t, r1)
	sum := Add(b1, b2)
	return Div(b1, sum), Div(b2, sum)
}
