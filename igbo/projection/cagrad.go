package projection

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// DefaultCAGrad is the value of C in the rule that [ByName] returns.
const DefaultCAGrad = 0.5

// CAGrad maximises the smaller improvement of the two objectives (Liu et al., 2021). The direction is within a
// ball of radius C·‖g0‖ around the weighted mean g0 = λ·g1 + (1−λ)·g2; the published rule has λ = ½:
//
//	v = g0 + (C·‖g0‖/‖g_w‖)·g_w,  g_w = w·g1 + (1−w)·g2,
//	w minimises g_w·g0 + C·‖g0‖·‖g_w‖ over [0, 1]
//
// For two objectives, w has a closed form. C must be in [0, 1).
type CAGrad struct{ C float64 }

// String returns the name that [ByName] takes.
func (CAGrad) String() string { return "cagrad" }

// Validate checks C.
func (r CAGrad) Validate() error {
	if !(r.C >= 0 && r.C < 1) {
		return fmt.Errorf("projection: CAGrad.C is %g, want a number in [0, 1)", r.C)
	}
	return nil
}

// Weights implements [Rule]. All quantities are in units of the longer gradient. Let A = ‖g1 − g2‖², u = A·w +
// c − n2, D = n1·n2 − c², K = C·‖g0‖ and s = (g2 − g1)·g0. The derivative vanishes at u = s·√D/√(K²A − s²). If
// K²A ≤ s², w is 0 or 1.
func (r CAGrad) Weights(n1, n2, c, lambda float64) (a1, a2 float64) {
	f, rest := newForm(n1, n2, c), 1-lambda
	x, y := lambda*f.r1, rest*f.r2
	norm0 := f.norm(x, y)
	w := f.mixture(f.r2*(x*f.cos+y)-f.r1*(x+y*f.cos), r.C*norm0)
	mixed := f.norm(w*f.r1, (1-w)*f.r2)
	if mixed == 0 {
		return lambda, rest
	}
	pull := r.C * norm0 / mixed
	return lambda + pull*w, rest + pull*(1-w)
}

// norm returns the length of x·ĝ1 + y·ĝ2 for x, y ≥ 0.
func (f form) norm(x, y float64) float64 { return math.Hypot(x+y*f.cos, y*f.sin) }

// mixture returns w for s = (g2 − g1)·g0 and K = k.
func (f form) mixture(s, k float64) float64 {
	a := (f.r1-f.r2)*(f.r1-f.r2) + 2*f.r1*f.r2*(1-f.cos)
	if a <= 0 {
		return 0.5
	}
	space := k*k*a - s*s
	if space <= 0 {
		if s > 0 {
			return 1
		}
		return 0
	}
	u := s * (f.r1 * f.r2 * f.sin) / math.Sqrt(space)
	return math.Max(0, math.Min(1, (u-f.r2*(f.r1*f.cos-f.r2))/a))
}

// WeightsNode implements [Rule].
func (r CAGrad) WeightsNode(n1, n2, c, lambda *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c, lambda)
	f, rest := newFormNode(n1, n2, c), OneMinus(lambda)
	x, y := Mul(lambda, f.r1), Mul(rest, f.r2)
	along1, along2 := Add(x, Mul(y, f.cos)), Add(Mul(x, f.cos), y) // ĝ1·g0, ĝ2·g0
	pullLength := MulScalar(Sqrt(Add(Square(along1), Square(Mul(y, f.sin)))), r.C)
	w := f.mixture(Sub(Mul(f.r2, along2), Mul(f.r1, along1)), pullLength)
	other := OneMinus(w)
	mixed := f.norm(Mul(w, f.r1), Mul(other, f.r2))
	none := IsZero(mixed)
	pull := Where(none, mixed, Div(pullLength, Where(none, OnesLike(mixed), mixed)))
	return Add(lambda, Mul(pull, w)), Add(rest, Mul(pull, other))
}

// norm builds form.norm. It divides by the larger of x and y, because their squares may overflow or underflow
// in float32.
func (f formNode) norm(x, y *Node) *Node {
	larger := Max(x, y)
	x, y = Div(x, larger), Div(y, larger)
	return Mul(larger, Sqrt(Add(Square(Add(x, Mul(y, f.cos))), Square(Mul(y, f.sin)))))
}

// mixture builds form.mixture for s = (g2 − g1)·g0.
func (f formNode) mixture(s, k *Node) *Node {
	both := Mul(f.r1, f.r2)
	a := Add(Square(Sub(f.r1, f.r2)), MulScalar(Mul(both, OneMinus(f.cos)), 2))
	equal, one := IsNonPositive(a), OnesLike(a)
	space := Sub(Mul(Square(k), a), Square(s))
	outside := IsNonPositive(space)
	end := ConvertDType(IsPositive(s), s.DType())
	u := Div(Mul(s, Mul(both, f.sin)), Sqrt(Where(outside, one, space)))
	lean := Mul(f.r2, Sub(Mul(f.r1, f.cos), f.r2))
	inside := ClipScalar(Div(Sub(u, lean), Where(equal, one, a)), 0, 1)
	return Where(equal, Scalar(a.Graph(), a.DType(), 0.5), Where(outside, end, inside))
}
