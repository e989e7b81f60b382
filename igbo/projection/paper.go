package projection

import . "github.com/gomlx/gomlx/core/graph"

// Paper is the mapping P of the paper (equation of P, Theorems 3 and 4). It descends on both objectives for
// every λ in (0, 1) and is continuous in λ. For λ ≠ ½ it is not continuous in the gradients: at c = 0 it jumps
// by |2λ−1|·‖g1 − g2‖, and the roles of the objectives are exchanged. So under conflict, a larger λ means less
// descent on the first objective. [Continuous] avoids this.
type Paper struct{}

// String returns the name that [ByName] takes.
func (Paper) String() string { return "paper" }

// Weights implements [Rule].
func (p Paper) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	return p.SplitWeights(n1, n2, c, lambda, 1-lambda)
}

// SplitWeights implements [SplitRule]. Under conflict, the longer gradient may have the smaller of λ and 1−λ,
// and both terms matter.
func (Paper) SplitWeights(n1, n2, c, lambda, rest float64) (a1, a2 float64) {
	if c >= 0 {
		return lambda, rest
	}
	return crossed(n1, n2, c, rest, lambda)
}

// WeightsNode implements [Rule].
func (p Paper) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c, lambda)
	return p.SplitWeightsNode(n1, n2, c, lambda, OneMinus(lambda))
}

// SplitWeightsNode implements [SplitRule].
func (Paper) SplitWeightsNode(n1, n2, c, lambda, rest *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c, lambda, rest)
	conflict := IsNegative(c)
	return crossedNode(n1, n2, c, Where(conflict, rest, lambda), Where(conflict, lambda, rest))
}

// Continuous is like P but keeps the roles of the objectives under conflict:
//
//	λ·g1 + (1−λ)·g2       if g1·g2 ≥ 0
//	λ·g1⊥2 + (1−λ)·g2⊥1   if g1·g2 < 0
//
// It is continuous in the gradients for every λ and equals UPGrad with the preference (λ, 1−λ). At λ = ½ it
// equals P.
type Continuous struct{}

// String returns the name that [ByName] takes.
func (Continuous) String() string { return "continuous" }

// Weights implements [Rule].
func (Continuous) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	return crossed(n1, n2, min(c, 0), lambda, 1-lambda)
}

// WeightsNode implements [Rule].
func (Continuous) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c, lambda)
	return crossedNode(n1, n2, c, lambda, OneMinus(lambda))
}

// crossed returns the weights of p·g1⊥2 + q·g2⊥1.
func crossed(n1, n2, c, p, q float64) (a1, a2 float64) { return p - q*(c/n1), q - p*(c/n2) }

// crossedNode builds the weights of p·g1⊥2 + q·g2⊥1 under conflict, and of p·g1 + q·g2 otherwise.
func crossedNode(n1, n2, c, p, q *Node) (a1, a2 *Node) {
	negative := MinScalar(c, 0)
	return Sub(p, Mul(q, Div(negative, n1))), Sub(q, Mul(p, Div(negative, n2)))
}

// WeightedSum is λ·g1 + (1−λ)·g2, the convex combination in Lemma 3. Under conflict, it descends on both
// objectives only for some λ.
type WeightedSum struct{}

// String returns the name that [ByName] takes.
func (WeightedSum) String() string { return "weighted-sum" }

// Weights implements [Rule].
func (WeightedSum) Weights(_, _, _, lambda float64) (a1, a2 float64) { return lambda, 1 - lambda }

// WeightsNode implements [Rule].
func (WeightedSum) WeightsNode(_, _, _, lambda *Node) (a1, a2 *Node) {
	checkNodes(lambda)
	return lambda, OneMinus(lambda)
}

// PCGrad is g1 + g2, or g1⊥2 + g2⊥1 under conflict (Yu et al., 2020). It ignores λ. It is twice P(½).
type PCGrad struct{}

// String returns the name that [ByName] takes.
func (PCGrad) String() string { return "pcgrad" }

// Weights implements [Rule].
func (PCGrad) Weights(n1, n2, c, _ float64) (a1, a2 float64) {
	return 1 - min(c, 0)/n1, 1 - min(c, 0)/n2
}

// WeightsNode implements [Rule].
func (PCGrad) WeightsNode(n1, n2, c, _ *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c)
	negative := MinScalar(c, 0)
	return OneMinus(Div(negative, n1)), OneMinus(Div(negative, n2))
}
