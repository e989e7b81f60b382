package projection

import . "github.com/gomlx/gomlx/core/graph"

// FeasibilityFirst meets the second objective first: the task improves along
// the level set of the second objective. On unit gradients,
//
//	λ·ĝ1 + (1−λ)·ĝ2     where g1·g2 ≥ 0
//	λ·ĝ1⊥2 + (1−λ)·ĝ2   where g1·g2 < 0
//
// It promises descent on the second objective only.
type FeasibilityFirst struct{}

// String is the name that ByName takes.
func (FeasibilityFirst) String() string { return "feasibility-first" }

// Degree implements GradedRule: v does not depend on the scale of the gradients.
func (FeasibilityFirst) Degree() int { return 0 }

// Weights implements Rule.
func (FeasibilityFirst) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	return Normalized{Rule: feasible{}}.Weights(n1, n2, c, lambda)
}

// WeightsNode implements Rule.
func (FeasibilityFirst) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	return Normalized{Rule: feasible{}}.WeightsNode(n1, n2, c, lambda)
}

// feasible is FeasibilityFirst on the gradients as they are.
type feasible struct{}

// String is the name that ByName takes.
func (feasible) String() string { return "feasible" }

func (feasible) Weights(_, n2, c, lambda float64) (a1, a2 float64) {
	return lambda, (1 - lambda) - lambda*(min(c, 0)/n2)
}

func (feasible) WeightsNode(_, n2, c, lambda *Node) (a1, a2 *Node) {
	return lambda, Sub(OneMinus(lambda), Mul(lambda, Div(MinScalar(c, 0), n2)))
}
