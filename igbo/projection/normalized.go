package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// Normalized hands unit gradients ĝ = g/‖g‖ to a rule, so that the scale of a
// loss does not count:
//
//	v = b1·ĝ1 + b2·ĝ2, hence a1 = b1/‖g1‖, a2 = b2/‖g2‖
//
// v then has about unit length however small the gradients are. With Rescale
// it is multiplied by √(‖g1‖·‖g2‖), so that v(s·g1, s·g2) = s·v(g1, g2).
type Normalized struct {
	Rule    Rule
	Rescale bool
}

// The names of normalised rules begin with these.
const (
	normalizedPrefix = "normalized "
	rescaledPrefix   = "rescaled "
)

func (r Normalized) String() string {
	if r.Rescale {
		return rescaledPrefix + r.Rule.String()
	}
	return normalizedPrefix + r.Rule.String()
}

// Weights implements Rule.
func (r Normalized) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	b1, b2 := r.Rule.Weights(1, 1, cosine(n1, n2, c), lambda)
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	if r.Rescale {
		ratio := math.Sqrt(r2 / r1)
		return b1 * ratio, b2 / ratio
	}
	return b1 / r1, b2 / r2
}

// WeightsNode implements Rule.
func (r Normalized) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	r1, r2, one := Sqrt(n1), Sqrt(n2), ScalarOne(n1.Graph(), n1.DType())
	b1, b2 := r.Rule.WeightsNode(one, one, cosineNode(r1, r2, c), lambda)
	if r.Rescale {
		ratio := Sqrt(Div(r2, r1))
		return Mul(b1, ratio), Div(b2, ratio)
	}
	return Div(b1, r1), Div(b2, r2)
}

// cosineNode is c/(r1·r2) of norms, within [−1, 1].
func cosineNode(r1, r2, c *Node) *Node { return ClipScalar(Div(Div(c, r1), r2), -1, 1) }

// PowerLambda is the p-family of λ,
//
//	λ_p = ‖g1‖^p/(‖g1‖^p + ‖g2‖^p).
//
// Under conflict P with λ_p points along PCGrad (p = 0), IMTL-G and Nash's
// bargaining solution (p = 1), and MGDA (p = 2).
func PowerLambda(n1, n2, p float64) float64 {
	if n1 == n2 || p == 0 {
		return 0.5
	}
	return 1 / (1 + math.Pow(n2/n1, p/2))
}

// PowerLambdaNode builds PowerLambda for scalar nodes that are not both zero.
func PowerLambdaNode(n1, n2 *Node, p float64) *Node {
	both := Add(n1, n2)
	a, b := PowScalar(Div(n1, both), p/2), PowScalar(Div(n2, both), p/2)
	return Div(a, Add(a, b))
}
