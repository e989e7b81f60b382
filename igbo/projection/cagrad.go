package projection

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// DefaultCAGrad is the C of the rule that ByName returns.
const DefaultCAGrad = 0.5

// CAGrad maximises the worst improvement within a ball of radius C·‖g0‖
// around the weighted mean g0 = λ·g1 + (1−λ)·g2 (Liu et al., 2021; there
// λ = ½):
//
//	v = g0 + (C·‖g0‖/‖g_w‖)·g_w,  g_w = w·g1 + (1−w)·g2,
//	w minimises g_w·g0 + C·‖g0‖·‖g_w‖ over [0, 1]
//
// For two objectives w has a closed form. C in [0, 1).
type CAGrad struct{ C float64 }

func (CAGrad) String() string { return "cagrad" }

// Weights implements Rule. With A = ‖g1 − g2‖², u = A·w + c − n2,
// D = n1·n2 − c², K = C·‖g0‖ and s = (g2 − g1)·g0, the derivative vanishes at
// u = s·√D/√(K²A − s²); where K²A ≤ s², w is at an end.
func (r CAGrad) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	scale := math.Sqrt(math.Max(n1, n2)) // work on gradients of norm at most 1
	m1, m2, d := n1/scale/scale, n2/scale/scale, c/scale/scale
	rest := 1 - lambda
	p1, p2 := lambda*m1+rest*d, lambda*d+rest*m2 // g1·g0, g2·g0
	norm0 := math.Sqrt(math.Max(0, lambda*p1+rest*p2))
	w := r.mixture(m1, m2, d, p2-p1, r.C*norm0)
	mixed := math.Sqrt(math.Max(0, w*w*m1+2*w*(1-w)*d+(1-w)*(1-w)*m2))
	if mixed == 0 {
		return lambda, rest
	}
	pull := r.C * norm0 / mixed
	return lambda + pull*w, rest + pull*(1-w)
}

func (CAGrad) mixture(m1, m2, d, s, k float64) float64 {
	a := (m1 - d) + (m2 - d)
	if a <= 0 {
		return 0.5
	}
	room := k*k*a - s*s
	if room <= 0 {
		if s > 0 {
			return 1
		}
		return 0
	}
	u := s * math.Sqrt(math.Max(0, m1*m2-d*d)) / math.Sqrt(room)
	return math.Max(0, math.Min(1, (u-(d-m2))/a))
}

// WeightsNode implements Rule.
func (r CAGrad) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	largest := Max(n1, n2)
	m1, m2, d, rest := Div(n1, largest), Div(n2, largest), Div(c, largest), OneMinus(lambda)
	p1 := Add(Mul(lambda, m1), Mul(rest, d))
	p2 := Add(Mul(lambda, d), Mul(rest, m2))
	norm0 := Sqrt(MaxScalar(Add(Mul(lambda, p1), Mul(rest, p2)), 0))
	pullLength := MulScalar(norm0, r.C)
	w := r.mixtureNode(m1, m2, d, Sub(p2, p1), pullLength)
	other := OneMinus(w)
	square := Add(Add(Mul(Square(w), m1), Mul(Square(other), m2)), MulScalar(Mul(Mul(w, other), d), 2))
	none := IsNonPositive(square)
	pull := Where(none, ZerosLike(square), Div(pullLength, Sqrt(Where(none, OnesLike(square), square))))
	return Add(lambda, Mul(pull, w)), Add(rest, Mul(pull, other))
}

func (CAGrad) mixtureNode(m1, m2, d, s, k *Node) *Node {
	a := Add(Sub(m1, d), Sub(m2, d))
	equal := IsNonPositive(a)
	room := Sub(Mul(Square(k), a), Square(s))
	outside := IsNonPositive(room)
	end := Where(IsPositive(s), OnesLike(s), ZerosLike(s))
	u := Div(Mul(s, Sqrt(MaxScalar(Sub(Mul(m1, m2), Square(d)), 0))), Sqrt(Where(outside, OnesLike(room), room)))
	inside := ClipScalar(Div(Sub(u, Sub(d, m2)), Where(equal, OnesLike(a), a)), 0, 1)
	return Where(equal, Scalar(a.Graph(), a.DType(), 0.5), Where(outside, end, inside))
}
