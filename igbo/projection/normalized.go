package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// Normalized applies a rule to unit gradients ĝ = g/‖g‖, so the scale of a loss does not matter:
//
//	v = b1·ĝ1 + b2·ĝ2, hence a1 = b1/‖g1‖, a2 = b2/‖g2‖
//
// The length of v is then about 1, however small the gradients are. With Rescale, v is multiplied by
// √(‖g1‖·‖g2‖), which makes the rule homogeneous: v(s·g1, s·g2) = s·v(g1, g2).
type Normalized struct {
	Rule    Rule
	Rescale bool
}

// Prefixes of the names of normalised rules.
const (
	normalizedPrefix = "normalized "
	rescaledPrefix   = "rescaled "
)

// String returns the prefix and the name of the inner rule, as [ByName] takes them.
func (r Normalized) String() string {
	inner := "no rule"
	if r.Rule != nil {
		inner = r.Rule.String()
	}
	if r.Rescale {
		return rescaledPrefix + inner
	}
	return normalizedPrefix + inner
}

// Validate checks the inner rule.
func (r Normalized) Validate() error { return ValidateRule(r.Rule) }

// Degree implements [GradedRule]. Without Rescale it is 0, because v does not depend on the scale of the
// gradients.
func (r Normalized) Degree() int {
	if r.Rescale {
		return 1
	}
	return 0
}

// Weights implements [Rule].
func (r Normalized) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	mustRule(r)
	b1, b2 := r.Rule.Weights(1, 1, cosine(n1, n2, c), lambda)
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	if r.Rescale {
		ratio := math.Sqrt(r2 / r1)
		return b1 * ratio, b2 / ratio
	}
	return b1 / r1, b2 / r2
}

// WeightsNode implements [Rule].
func (r Normalized) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	mustRule(r)
	checkNodes(n1, n2, c, lambda)
	r1, r2, one := Sqrt(n1), Sqrt(n2), ScalarOne(n1.Graph(), n1.DType())
	b1, b2 := r.Rule.WeightsNode(one, one, cosineNode(r1, r2, c), lambda)
	if r.Rescale {
		ratio := Sqrt(Div(r2, r1))
		return Mul(b1, ratio), Div(b2, ratio)
	}
	return Div(b1, r1), Div(b2, r2)
}

// cosineNode builds c/(r1·r2) for norms r1 and r2, clipped to [−1, 1].
func cosineNode(r1, r2, c *Node) *Node { return ClipScalar(Div(Div(c, r1), r2), -1, 1) }
