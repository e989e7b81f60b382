package projection

import (
	"encoding"
	"errors"
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
)

// Case describes how two gradients are related (paper, "Convergence Conditions" and the two cases of P).
type Case int

// The cases. In the paper, training ends at the last four. Here it continues with the remaining gradient. At
// Opposite, which is Pareto stationary, it skips the step or stops, depending on the settings.
const (
	Aligned  Case = iota // g1·g2 ≥ 0
	Conflict             // g1·g2 < 0
	Opposite             // g1·g2 = −‖g1‖·‖g2‖
	OnlyG1               // g2 is negligible
	OnlyG2               // g1 is negligible
	Zero                 // both are zero
)

var caseNames = []string{"aligned", "conflict", "opposite", "only g1", "only g2", "zero"}

var (
	_ encoding.TextMarshaler   = Case(0)
	_ encoding.TextUnmarshaler = (*Case)(nil)
)

// String returns the name of the case, as MarshalText writes it.
func (c Case) String() string {
	if c < 0 || int(c) >= len(caseNames) {
		return fmt.Sprintf("Case(%d)", int(c))
	}
	return caseNames[c]
}

// MarshalText returns the name of the case.
func (c Case) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses the name of a case.
func (c *Case) UnmarshalText(text []byte) error {
	i := slices.Index(caseNames, string(text))
	if i < 0 {
		return fmt.Errorf("projection: unknown case %q (want one of %q)", text, caseNames)
	}
	if c == nil {
		return errors.New("projection: reading a case: the case must not be nil")
	}
	*c = Case(i)
	return nil
}

// Classify returns the case for n1 = g1·g1, n2 = g2·g2 and c = g1·g2. A gradient is negligible if its norm is
// at most tolerance times that of the other one. The gradients are opposite if their cosine is at most −1 +
// tolerance. With tolerance 0, only exact zeros and exactly opposite gradients count.
func Classify(n1, n2, c, tolerance float64) Case {
	square := tolerance * tolerance
	switch {
	case n1 == 0 && n2 == 0:
		return Zero
	case n2 <= square*n1:
		return OnlyG1
	case n1 <= square*n2:
		return OnlyG2
	case c >= 0:
		return Aligned
	case (c/n1)*(c/n2) >= (1-tolerance)*(1-tolerance): // cos²; exact for g2 = −2^k·g1
		return Opposite
	default:
		return Conflict
	}
}

// Weights returns the weights of a rule with special cases from [Classify]. They are (1, 0) if only g1 is left,
// (0, 1) if only g2 is left, and (0, 0) if both are zero. They are also (0, 0) if the gradients are opposite
// within a positive tolerance, because no rule should take a step from a Pareto-stationary point. With
// tolerance 0, the rule itself determines the weights of opposite gradients, as in [Combine]. Weights panics if
// rule is nil.
func Weights(rule Rule, n1, n2, c, lambda, tolerance float64) (a1, a2 float64) {
	return SplitWeights(rule, n1, n2, c, lambda, 1-lambda, tolerance)
}

// SplitWeights is like [Weights] for separate λ and rest = 1−λ, which a [SplitRule] uses.
func SplitWeights(rule Rule, n1, n2, c, lambda, rest, tolerance float64) (a1, a2 float64) {
	mustRule(rule)
	switch kind := Classify(n1, n2, c, tolerance); {
	case kind == OnlyG1:
		return 1, 0
	case kind == OnlyG2:
		return 0, 1
	case kind == Zero, kind == Opposite && tolerance > 0:
		return 0, 0
	}
	if split, ok := rule.(SplitRule); ok {
		return split.SplitWeights(n1, n2, c, lambda, rest)
	}
	return rule.Weights(n1, n2, c, lambda)
}

// WeightsNode builds [Weights] for scalar nodes. If both gradients are zero, the weights are arbitrary. If the
// tolerance is below the precision of the dtype, rounding determines whether gradients count as opposite.
func WeightsNode(rule Rule, n1, n2, c, lambda *Node, tolerance float64) (a1, a2 *Node) {
	mustRule(rule)
	checkNodes(n1, n2, c, lambda)
	return weightsNode(rule, n1, n2, c, lambda, nil, tolerance)
}

// SplitWeightsNode builds [SplitWeights] for scalar nodes.
func SplitWeightsNode(rule Rule, n1, n2, c, lambda, rest *Node, tolerance float64) (a1, a2 *Node) {
	mustRule(rule)
	checkNodes(n1, n2, c, lambda, rest)
	return weightsNode(rule, n1, n2, c, lambda, rest, tolerance)
}

// weightsNode uses separate λ and 1−λ if rest is not nil.
func weightsNode(rule Rule, n1, n2, c, lambda, rest *Node, tolerance float64) (a1, a2 *Node) {
	m := newMasks(n1, n2, c, tolerance)
	one, zero := ScalarOne(n1.Graph(), n1.DType()), ScalarZero(n1.Graph(), n1.DType())
	if split, ok := rule.(SplitRule); ok && rest != nil {
		a1, a2 = split.SplitWeightsNode(m.n1, m.n2, c, lambda, rest)
	} else {
		a1, a2 = rule.WeightsNode(m.n1, m.n2, c, lambda)
	}
	stays1, stays2 := m.only1, m.only2
	if tolerance > 0 {
		stays1, stays2 = LogicalOr(m.only1, m.opposite), LogicalOr(m.only2, m.opposite)
	}
	a1 = Where(m.only1, one, Where(stays2, zero, a1))
	a2 = Where(m.only2, one, Where(stays1, zero, a2))
	return a1, a2
}

// masks holds the special cases as booleans. In n1 and n2, negligible values are replaced by 1, so division by
// them is safe. opposite is only meaningful if neither gradient is negligible.
type masks struct{ only1, only2, opposite, n1, n2 *Node }

func newMasks(n1, n2, c *Node, tolerance float64) masks {
	square, one := tolerance*tolerance, ScalarOne(n1.Graph(), n1.DType())
	m := masks{only1: LessOrEqual(n2, MulScalar(n1, square)), only2: LessOrEqual(n1, MulScalar(n2, square))}
	m.n1, m.n2 = Where(m.only2, one, n1), Where(m.only1, one, n2)
	signedSquare := Mul(Div(c, m.n1), Div(Abs(c), m.n2)) // cos·|cos|
	m.opposite = LessOrEqual(signedSquare, Scalar(n1.Graph(), n1.DType(), -(1-tolerance)*(1-tolerance)))
	return m
}
