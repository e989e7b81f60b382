package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// AlignedMTL makes the gradients orthogonal and as long as the smallest
// singular value of (g1, g2) before it weighs them with λ (Senushkin et al.,
// 2023). With the Gram matrix G = [n1 c; c n2] and its eigenvalues l1 ≥ l2,
//
//	(a1, a2) = √l2 · G^(−½) · (λ, 1−λ)
//
// where for two gradients, with s = √det G and t = √(n1 + n2 + 2s),
//
//	√l2·G^(−½) = [n2+s −c; −c n1+s]/(t·√l1).
//
// For collinear gradients G has rank 1 and its pseudo-inverse is taken.
type AlignedMTL struct{}

func (AlignedMTL) String() string { return "aligned-mtl" }

// Weights implements Rule.
func (AlignedMTL) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	m := math.Max(n1, n2)
	n1, n2, c = n1/m, n2/m, c/m
	rest := 1 - lambda
	s := math.Sqrt(math.Max(0, n1*n2-c*c))
	if s == 0 {
		return (n1*lambda + c*rest) / (n1 + n2), (c*lambda + n2*rest) / (n1 + n2)
	}
	l1 := (n1 + n2 + math.Hypot(n1-n2, 2*c)) / 2
	scale := math.Sqrt((n1 + n2 + 2*s) * l1)
	return ((n2+s)*lambda - c*rest) / scale, ((n1+s)*rest - c*lambda) / scale
}

// WeightsNode implements Rule.
func (AlignedMTL) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	m := Max(n1, n2)
	n1, n2, c = Div(n1, m), Div(n2, m), Div(c, m)
	rest, sum := OneMinus(lambda), Add(n1, n2)
	s := Sqrt(MaxScalar(Sub(Mul(n1, n2), Square(c)), 0))
	flat := IsZero(s)
	flat1, flat2 := Div(Add(Mul(n1, lambda), Mul(c, rest)), sum), Div(Add(Mul(c, lambda), Mul(n2, rest)), sum)
	l1 := MulScalar(Add(sum, Sqrt(Add(Square(Sub(n1, n2)), MulScalar(Square(c), 4)))), 0.5)
	scale := Sqrt(Mul(Add(sum, MulScalar(s, 2)), l1))
	full1 := Div(Sub(Mul(Add(n2, s), lambda), Mul(c, rest)), scale)
	full2 := Div(Sub(Mul(Add(n1, s), rest), Mul(c, lambda)), scale)
	return Where(flat, flat1, full1), Where(flat, flat2, full2)
}
