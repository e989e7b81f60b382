package oracle

import (
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// route is a batch of paths with the segments s = 0 … S−1 of which each uses the first K+1.
type route struct {
	points *Node // [S+1,B,n], X′ to X
	steps  *Node // [S,B,n], Δp
	k      *Node // [B]
	square *Node // [B], ‖X − X′‖², at least tiny
}

// tiny keeps quotients and roots of squared lengths from 0, in normalised units.
const tiny = 1e-12

// newRoute takes X′, anchors and X, each [B,n], and K [B,1].
func newRoute(knots []*Node, k *Node) route {
	points := Stack(knots, 0)
	last := len(knots) - 1
	steps := Sub(Slice(points, AxisRange(1)), Slice(points, AxisRange(0, last)))
	return route{
		points: points, steps: steps, k: Reshape(k, k.Shape().Dim(0)),
		square: MaxScalar(ReduceSum(Square(Sub(knots[last], knots[0])), -1), tiny),
	}
}

// length builds L_path [B].
func (r route) length(kind Length) *Node {
	sum := ReduceSum(Square(r.steps), 0, 2)
	if kind == Printed {
		return Div(sum, AddScalar(r.k, 1))
	}
	return Div(Mul(sum, AddScalar(r.k, 1)), r.square)
}

// validity builds L_valid [B].
func (r route) validity(kind Validity, a assessor.Assessor) *Node {
	if kind == AtAnchors {
		return r.atAnchors(a)
	}
	return Div(ReduceSum(Mul(r.lengths(), r.along(func(p *Node) *Node { return assessor.Hinge(a, p) }, a)), 0), Sqrt(r.square))
}

// lengths are ‖Δp‖ [S,B], 0 where a step is, also in their gradient.
func (r route) lengths() *Node {
	return root(ReduceSum(Square(r.steps), -1))
}

// quarters are where a segment is looked at.
var quarters = []float64{0.25, 0.75}

// along is the mean of f over the points of each segment, [S,B].
func (r route) along(f func(points *Node) *Node, a assessor.Assessor) *Node {
	s, b, n := r.steps.Shape().Dim(0), r.steps.Shape().Dim(1), r.steps.Shape().Dim(2)
	starts, parts := Slice(r.points, AxisRange(0, s)), make([]*Node, len(quarters))
	for i, q := range quarters {
		parts[i] = Reshape(Add(starts, MulScalar(r.steps, q)), s*b, n)
	}
	values := f(series(Concatenate(parts, 0), a))
	return ReduceMean(Reshape(values, len(quarters), s, b), 0)
}

// atAnchors is the mean energy of the K anchors.
func (r route) atAnchors(a assessor.Assessor) *Node {
	most, b, n := r.steps.Shape().Dim(0)-1, r.steps.Shape().Dim(1), r.steps.Shape().Dim(2)
	anchors := Reshape(Slice(r.points, AxisRange(1, most+1)), most*b, n)
	energy := Reshape(a.Energy(series(anchors, a)), most, b)
	rank := Iota(energy.Graph(), energy.Shape(), 0)
	counts := LessThan(rank, BroadcastToShape(InsertAxes(r.k, 0), energy.Shape()))
	return Div(ReduceSum(Where(counts, energy, ZerosLike(energy)), 0), r.k)
}

// series are flat points [N,n] as the assessor takes them, [N,T,D].
func series(points *Node, a assessor.Assessor) *Node {
	steps, features := a.Shape()
	return Reshape(points, points.Shape().Dim(0), steps, features)
}
