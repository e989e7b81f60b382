package projection

import (
	"encoding"
	"errors"
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
)

// Case is how two gradients stand to each other (paper, "Convergence
// Conditions" and the two cases of P).
type Case int

// The cases. The paper ends training at the last four; we step on the one
// gradient that is left, and at Opposite, which is Pareto stationary, skip or
// stop by choice.
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

// String is the name of the case, as MarshalText writes it.
func (c Case) String() string {
	if c < 0 || int(c) >= len(caseNames) {
		return fmt.Sprintf("Case(%d)", int(c))
	}
	return caseNames[c]
}

// MarshalText writes the case's name.
func (c Case) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a case's name.
func (c *Case) UnmarshalText(text []byte) error {
	i := slices.Index(caseNames, string(text))
	if i < 0 {
		return fmt.Errorf("projection: unknown case %q (want one of %q)", text, caseNames)
	}
	if c == nil {
		return errors.New("projection: no case to read into")
	}
	*c = Case(i)
	return nil
}

// Classify tells the case from n1 = g1·g1, n2 = g2·g2 and c = g1·g2. A
// gradient is negligible where its norm is at most tolerance times the
// other's; the gradients are opposite where their cosine is at most
// −1 + tolerance. With tolerance 0 only exact zeros and opposites count.
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
	case (c/n1)*(c/n2) >= (1-tolerance)*(1-tolerance): // cos², exact for g2 = −2^k·g1
		return Opposite
	default:
		return Conflict
	}
}

// Weights returns the weights of a rule with the special cases of Classify:
// (1, 0) where only g1 is left, (0, 1) where only g2 is, (0, 0) where both are
// zero. Where the gradients are opposite within a positive tolerance the weights
// are (0, 0) too: a Pareto-stationary point, at which no rule takes a step. With
// tolerance 0 the rule itself decides there, as Combine has it; otherwise those
// that do not vanish would jump. It panics without a rule.
func Weights(rule Rule, n1, n2, c, lambda, tolerance float64) (a1, a2 float64) {
	return SplitWeights(rule, n1, n2, c, lambda, 1-lambda, tolerance)
}

// SplitWeights is Weights for λ and rest = 1−λ, which a SplitRule takes apart.
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

// WeightsNode builds Weights for scalar nodes. Where both gradients are zero
// the weights do not matter. A tolerance below the resolution of the dtype
// leaves opposite gradients to rounding.
func WeightsNode(rule Rule, n1, n2, c, lambda *Node, tolerance float64) (a1, a2 *Node) {
	mustRule(rule)
	checkNodes(n1, n2, c, lambda)
	return weightsNode(rule, n1, n2, c, lambda, nil, tolerance)
}

// SplitWeightsNode builds SplitWeights for scalar nodes.
func SplitWeightsNode(rule Rule, n1, n2, c, lambda, rest *Node, tolerance float64) (a1, a2 *Node) {
	mustRule(rule)
	checkNodes(n1, n2, c, lambda, rest)
	return weightsNode(rule, n1, n2, c, lambda, rest, tolerance)
}

// weightsNode takes λ and 1−λ apart where there is a rest.
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

// masks holds the special cases as booleans, and n1 and n2, in which 1 replaces negligible values, so division by them is safe. opposite
// counts only if both gradients do.
type masks struct{ only1, only2, opposite, n1, n2 *Node }

func newMasks(n1, n2, c *Node, tolerance float64) masks {
	square, one := tolerance*tolerance, ScalarOne(n1.Graph(), n1.DType())
	m := masks{only1: LessOrEqual(n2, MulScalar(n1, square)), only2: LessOrEqual(n1, MulScalar(n2, square))}
	m.n1, m.n2 = Where(m.only2, one, n1), Where(m.only1, one, n2)
	signedSquare := Mul(Div(c, m.n1), Div(Abs(c), m.n2)) // cos·|cos|
	m.opposite = LessOrEqual(signedSquare, Scalar(n1.Graph(), n1.DType(), -(1-tolerance)*(1-tolerance)))
	return m
}
