package projection

import . "github.com/gomlx/gomlx/core/graph"

// FeasibilityFirst gives priority to the second objective. Under conflict, the task improves only along the
// level set of the second objective. On unit gradients,
//
//	λ·ĝ1 + (1−λ)·ĝ2     if g1·g2 ≥ 0
//	λ·ĝ1⊥2 + (1−λ)·ĝ2   if g1·g2 < 0
//
// It guarantees descent only on the second objective.
type FeasibilityFirst struct{}

// String returns the name that [ByName] takes.
func (FeasibilityFirst) String() string { return "feasibility-first" }

// Degree implements [GradedRule]. It is 0, because v does not depend on the scale of the gradients.
func (FeasibilityFirst) Degree() int { return 0 }

// Weights implements [Rule].
func (FeasibilityFirst) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	return Normalized{Rule: feasible{}}.Weights(n1, n2, c, lambda)
}

// WeightsNode implements [Rule].
func (FeasibilityFirst) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	return Normalized{Rule: feasible{}}.WeightsNode(n1, n2, c, lambda)
}

// feasible is FeasibilityFirst without normalisation.
type feasible struct{}

// String returns the name of the rule.
func (feasible) String() string { return "feasible" }

func (feasible) Weights(_, n2, c, lambda float64) (a1, a2 float64) {
	return lambda, (1 - lambda) - lambda*(min(c, 0)/n2)
}

func (feasible) WeightsNode(_, n2, c, lambda *Node) (a1, a2 *Node) {
	return lambda, Sub(OneMinus(lambda), Mul(lambda, Div(MinScalar(c, 0), n2)))
}
