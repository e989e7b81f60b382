package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// AlignedMTL makes the gradients orthogonal, with the smallest singular value of (g1, g2) as their length, and
// then weights them with λ (Senushkin et al., 2023). With the Gram matrix G = [n1 c; c n2] and its eigenvalues
// l1 ≥ l2,
//
//	(a1, a2) = √l2 · G^(−½) · (λ, 1−λ)
//
// For two gradients, with s = √det G and t = √(n1 + n2 + 2s),
//
//	√l2·G^(−½) = [n2+s −c; −c n1+s]/(t·√l1)
//
// So ‖v‖ = √l2·√(λ² + (1−λ)²), which decreases with the sine of the angle. For collinear gradients, v = 0, even
// if they are parallel, so a model with one parameter does not move. The published rule uses the pseudo-inverse
// for collinear gradients and takes a full step. That is discontinuous at angle 0, and rounding would decide.
// Below an angle of 1e-8 (3e-4 in float32), v consists of rounding errors of that relative size.
type AlignedMTL struct{}

// String returns the name that [ByName] takes.
func (AlignedMTL) String() string { return "aligned-mtl" }

// Weights implements [Rule].
func (AlignedMTL) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	f, rest := newForm(n1, n2, c), 1-lambda
	m1, m2, both := f.r1*f.r1, f.r2*f.r2, f.r1*f.r2
	l1 := (m1 + m2 + math.Hypot(m1-m2, 2*both*f.cos)) / 2
	scale := math.Sqrt((m1 + m2 + 2*both*f.sin) * l1)
	a1 = f.r2 * ((f.r2+f.r1*f.sin)*lambda - f.r1*f.cos*rest) / scale
	a2 = f.r1 * ((f.r1+f.r2*f.sin)*rest - f.r2*f.cos*lambda) / scale
	return a1, a2
}

// WeightsNode implements [Rule].
func (AlignedMTL) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c, lambda)
	f, rest := newFormNode(n1, n2, c), OneMinus(lambda)
	m1, m2, both := Square(f.r1), Square(f.r2), Mul(f.r1, f.r2)
	sum := Add(m1, m2)
	l1 := MulScalar(Add(sum, Sqrt(Add(Square(Sub(m1, m2)), MulScalar(Square(Mul(both, f.cos)), 4)))), 0.5)
	scale := Sqrt(Mul(Add(sum, MulScalar(Mul(both, f.sin), 2)), l1))
	full := func(r1, r2, own, other *Node) *Node {
		upright := Mul(Add(r2, Mul(r1, f.sin)), own)
		return Div(Mul(r2, Sub(upright, Mul(Mul(r1, f.cos), other))), scale)
	}
	return full(f.r1, f.r2, lambda, rest), full(f.r2, f.r1, rest, lambda)
}
