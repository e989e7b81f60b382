package attribution

import (
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Path is an integration path γ from a baseline x′ = γ(0) to an input
// x = γ(1).
type Path interface {
	// Points returns γ and dγ/dα at every α:
	// x, baseline [B,T,D], alphas of length M → points [M,B,T,D] and velocity
	// [M,B,T,D], or [1,B,T,D] where it is constant along the path.
	// A nil baseline is the zero baseline.
	Points(x, baseline *Node, alphas []float64) (points, velocity *Node)
}

// Straight is the straight path of Integrated Gradients (paper, equation 4):
//
//	γ(α) = α·x + (1−α)·x′,   dγ/dα = x − x′
type Straight struct{}

// Points implements Path.
func (Straight) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	alpha := constant.Of(x, alphas, len(alphas), 1, 1, 1)
	if baseline == nil {
		velocity = InsertAxes(x, 0)
		flat := Dot(Reshape(alpha, len(alphas), 1), Reshape(x, 1, x.Shape().Size())).Product()
		return Reshape(flat, append([]int{len(alphas)}, x.Shape().Dimensions...)...), velocity
	}
	velocity = InsertAxes(Sub(x, baseline), 0)
	return Add(InsertAxes(baseline, 0), Mul(alpha, velocity)), velocity
}

// PiecewiseLinear is a path through anchor points p_1 … p_K, all segments of
// equal duration 1/(K+1), as a routing oracle gives it.
//
// Anchors returns the K anchor points [B,T,D] for a baseline x′ and an input x.
type PiecewiseLinear struct {
	Anchors func(x, baseline *Node) []*Node
}

// Points implements Path. At a kink the velocity is that of the segment that
// starts there (the last segment at α = 1).
func (p PiecewiseLinear) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	if baseline == nil {
		baseline = ZerosLike(x)
	}
	anchors := p.Anchors(x, baseline)
	knots := append(append([]*Node{baseline}, anchors...), x)
	segments := len(knots) - 1
	ps, vs := make([]*Node, len(alphas)), make([]*Node, len(alphas))
	for i, a := range alphas {
		s := min(int(a*float64(segments)), segments-1)
		step := Sub(knots[s+1], knots[s])
		ps[i] = InsertAxes(Add(knots[s], MulScalar(step, a*float64(segments)-float64(s))), 0)
		vs[i] = InsertAxes(MulScalar(step, float64(segments)), 0)
	}
	return Concatenate(ps, 0), Concatenate(vs, 0)
}
