package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// MGDA returns the shortest vector in the convex hull of the gradients (Désidéri, 2012). For two gradients, it
// has a closed form:
//
//	a1 = (n2 − c)/(n1 + n2 − 2c),  a2 = (n1 − c)/(n1 + n2 − 2c), clamped to [0, 1]
//
// It ignores λ.
type MGDA struct{}

// String returns the name that [ByName] takes.
func (MGDA) String() string { return "mgda" }

// Weights implements [Rule].
func (MGDA) Weights(n1, n2, c, _ float64) (a1, a2 float64) {
	spread := (n1 - c) + (n2 - c)
	if spread <= 0 { // equal gradients
		return 0.5, 0.5
	}
	return math.Max(0, math.Min(1, (n2-c)/spread)), math.Max(0, math.Min(1, (n1-c)/spread))
}

// WeightsNode implements [Rule].
func (MGDA) WeightsNode(n1, n2, c, _ *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c)
	first, second := Sub(n1, c), Sub(n2, c)
	spread := Add(first, second)
	equal := IsNonPositive(spread)
	safe := Where(equal, ScalarOne(spread.Graph(), spread.DType()), spread)
	half := Scalar(spread.Graph(), spread.DType(), 0.5)
	a1 = Where(equal, half, ClipScalar(Div(second, safe), 0, 1))
	a2 = Where(equal, half, ClipScalar(Div(first, safe), 0, 1))
	return a1, a2
}

// Residual returns the norm of [MGDA]'s vector. It is 0 exactly at Pareto-stationary points, where no direction
// descends on both objectives (paper, Definition 1):
//
//	√((n1·n2 − c²)/(n1 + n2 − 2c))   if c < min(n1, n2)
//	√min(n1, n2)                     otherwise
//
// For nearly opposite gradients, cancellation leaves an absolute error of about 1e-8·‖g‖.
func Residual(n1, n2, c float64) float64 {
	smaller := math.Min(n1, n2)
	if c >= smaller {
		return math.Sqrt(smaller)
	}
	r1, r2, cos := math.Sqrt(n1), math.Sqrt(n2), cosine(n1, n2, c)
	return r1 * r2 * math.Sqrt((1-cos)*(1+cos)/((n1-c)+(n2-c)))
}

// IMTLG returns the direction in which both objectives improve at the same rate for unit gradients (Liu et al.,
// 2021). It is the bisector of the gradients and also the direction of the Nash bargaining solution:
//
//	a1 = ‖g2‖/(‖g1‖ + ‖g2‖),  a2 = ‖g1‖/(‖g1‖ + ‖g2‖)
//
// It ignores λ.
type IMTLG struct{}

// String returns the name that [ByName] takes.
func (IMTLG) String() string { return "imtl-g" }

// Weights implements [Rule].
func (IMTLG) Weights(n1, n2, _, _ float64) (a1, a2 float64) {
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	return r2 / (r1 + r2), r1 / (r1 + r2)
}

// WeightsNode implements [Rule].
func (IMTLG) WeightsNode(n1, n2, _, _ *Node) (a1, a2 *Node) {
	checkNodes(n1, n2)
	r1, r2 := Sqrt(n1), Sqrt(n2)
	sum := Add(r1, r2)
	return Div(r2, sum), Div(r1, sum)
}

// DualProj projects λ·g1 + (1−λ)·g2 onto the cone of directions that ascend on neither objective (Lopez-Paz and
// Ranzato, 2017).
type DualProj struct{}

// String returns the name that [ByName] takes.
func (DualProj) String() string { return "dual-proj" }

// Weights implements [Rule]. At most one of the dot products with λ·g1 + (1−λ)·g2 is negative. The projection
// then leaves the component that is orthogonal to that gradient.
func (DualProj) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	rest := 1 - lambda
	excess1 := math.Min(lambda+rest*(c/n1), 0) // v·g1/n1 if negative
	excess2 := math.Min(rest+lambda*(c/n2), 0)
	return lambda - excess1, rest - excess2
}

// WeightsNode implements [Rule].
func (DualProj) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c, lambda)
	rest := OneMinus(lambda)
	excess1 := MinScalar(Add(lambda, Mul(rest, Div(c, n1))), 0)
	excess2 := MinScalar(Add(rest, Mul(lambda, Div(c, n2))), 0)
	return Sub(lambda, excess1), Sub(rest, excess2)
}
