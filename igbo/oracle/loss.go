package oracle

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// A route is a batch of paths with S segments, of which each path uses the first K+1.
type route struct {
	points *Node // [S+1,B,n], X′ to X
	steps  *Node // [S,B,n], Δp
	k      *Node // [B]
	square *Node // [B], ‖X − X′‖², at least tiny
}

// tiny bounds squared lengths away from 0 in quotients and roots, in normalised units.
const tiny = 1e-12

// newRoute builds a route from X′, anchors and X, each [B,n], and K [B,1].
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

// validity builds L_valid [B]. For Line, it evaluates each path at the positions (j + offset)/points for j = 0,
// 1, …, as fractions of its K + 1 segments. The offset [B,1] is in [0, 1).
func (r route) validity(kind Validity, a assessor.Assessor, offset *Node, points int) *Node {
	if kind == AtAnchors {
		return r.atAnchors(a)
	}
	p, speed := r.look(offset, points)
	b, n := p.Shape().Dim(0), p.Shape().Dim(2)
	e := Reshape(assessor.Hinge(a, series(Reshape(p, b*points, n), a)), b, points)
	return Div(ReduceMean(Mul(e, speed), -1), Sqrt(r.square))
}

// look builds points [B,P,n] that are spread over the segments of the paths, and ‖dγ/dα‖ [B,P] at these points.
func (r route) look(offset *Node, points int) (p, speed *Node) {
	s, b := r.steps.Shape().Dim(0), r.steps.Shape().Dim(1)
	segments := Reshape(AddScalar(r.k, 1), b, 1)
	rank := Iota(offset.Graph(), shapes.Make(offset.DType(), 1, points), 1)
	at := Mul(MulScalar(Add(BroadcastToDims(offset, b, points), BroadcastToDims(rank, b, points)), 1/float64(points)), segments)
	at = BroadcastToDims(InsertAxes(at, -1), b, points, s+1)
	apart := Sub(at, Iota(offset.Graph(), at.Shape(), 2))
	p = Einsum("bps,sbn->bpn", MaxScalar(OneMinus(Abs(apart)), 0), r.points)
	zero := ZerosLike(apart)
	on := LogicalAnd(GreaterOrEqual(apart, zero), LessThan(apart, OnesLike(apart)))
	lengths := Transpose(r.lengths(), 0, 1) // [B,S]
	all := BroadcastToDims(InsertAxes(Pad(lengths, ScalarZero(lengths.Graph(), lengths.DType()), PadAxis{}, PadAxis{End: 1}), 1), b, points, s+1)
	return p, Mul(ReduceSum(Where(on, all, zero), -1), segments)
}

// lengths builds ‖Δp‖ [S,B]. For a step of length 0, the value and its gradient are 0.
func (r route) lengths() *Node { return root(ReduceSum(Square(r.steps), -1)) }

// atAnchors builds the mean energy of the K anchors.
func (r route) atAnchors(a assessor.Assessor) *Node {
	most, b, n := r.steps.Shape().Dim(0)-1, r.steps.Shape().Dim(1), r.steps.Shape().Dim(2)
	anchors := Reshape(Slice(r.points, AxisRange(1, most+1)), most*b, n)
	energy := Reshape(a.Energy(series(anchors, a)), most, b)
	rank := Iota(energy.Graph(), energy.Shape(), 0)
	counts := LessThan(rank, BroadcastToShape(InsertAxes(r.k, 0), energy.Shape()))
	return Div(ReduceSum(Where(counts, energy, ZerosLike(energy)), 0), r.k)
}

// series reshapes flat points [N,n] to [N,T,D], as the assessor requires.
func series(points *Node, a assessor.Assessor) *Node {
	steps, features := a.Shape()
	return Reshape(points, points.Shape().Dim(0), steps, features)
}
