package projection

import (
	"encoding"
	"fmt"
	"math"
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
		return fmt.Errorf("projection: unknown case %q, expected one of %q", text, caseNames)
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
	case c <= -(1-tolerance)*(math.Sqrt(n1)*math.Sqrt(n2)):
		return Opposite
	default:
		return Conflict
	}
}

// Weights returns the weights of a rule with the special cases of Classify:
// (1, 0) where only g1 is left, (0, 1) where only g2 is, (0, 0) where the
// gradients are opposite or zero: a Pareto-stationary point, at which no rule
// takes a step.
func Weights(rule Rule, n1, n2, c, lambda, tolerance float64) (a1, a2 float64) {
	switch Classify(n1, n2, c, tolerance) {
	case OnlyG1:
		return 1, 0
	case OnlyG2:
		return 0, 1
	case Opposite, Zero:
		return 0, 0
	default:
		return rule.Weights(n1, n2, c, lambda)
	}
}

// WeightsNode builds Weights for scalar nodes.
func WeightsNode(rule Rule, n1, n2, c, lambda *Node, tolerance float64) (a1, a2 *Node) {
	square := tolerance * tolerance
	one, zero := OnesLike(n1), ZerosLike(n1)
	only1 := LessOrEqual(n2, MulScalar(n1, square))
	only2 := LessOrEqual(n1, MulScalar(n2, square))
	opposite := LessOrEqual(c, MulScalar(Mul(Sqrt(n1), Sqrt(n2)), tolerance-1))
	stationary := LogicalAnd(opposite, IsNegative(c))
	a1, a2 = rule.WeightsNode(Where(IsZero(n1), one, n1), Where(IsZero(n2), one, n2), c, lambda)
	a1 = Where(only1, one, Where(only2, zero, Where(stationary, zero, a1)))
	a2 = Where(only2, one, Where(only1, zero, Where(stationary, zero, a2)))
	return a1, a2
}
