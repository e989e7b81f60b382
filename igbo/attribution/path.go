package attribution

import (
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Path is an integration path γ from a baseline x′ = γ(0) to an input
// x = γ(1), smooth unless it is Segmented.
type Path interface {
	// Points returns γ and dγ/dα at every α:
	// x, baseline [B,T,D], alphas of length M → points [M,B,T,D] and velocity
	// [M,B,T,D], or [1,B,T,D] where it is constant along the path.
	// A nil baseline is the zero baseline.
	Points(x, baseline *Node, alphas []float64) (points, velocity *Node)
}

// Segmented is a Path of smooth segments with kinks between them.
//
// Quadrature is done for each segment, because a rule whose points ignore the kinks is of first order at best, and not even exact for a
// linear model. The M points are spread over the S segments: segment s = 0 … S−1 gets ⌊M·(s+1)/S⌋ − ⌊M·s/S⌋ points, so no two numbers
// differ by more than one. The length of a segment has no influence on this number, because it differs from sample to sample. The error of
// a segment of length ℓ with m points is O(ℓ·(ℓ/m)^p) for a rule of order p, so place anchors evenly. At the boundary of two segments, a
// rule with points at its ends evaluates the same point twice, once for each.
type Segmented interface {
	Path
	// Segments returns the segments from the baseline to x, in their order; each
	// starts where the last one ended. A nil baseline is the zero baseline.
	Segments(x, baseline *Node) []Segment
}

// Maskable is a Path that depends on the whole series, including which steps are valid. The Masked functions pass it the mask [B,T], true
// at valid steps.
type Maskable interface {
	Path
	// Masked returns the path of series padded by the mask. The path at masked steps is ignored.
	Masked(mask *Node) Path
}

// PathName returns the name of a path for files and reports: its method Name, or else its type. The straight path, nil included, has no
// name.
func PathName(p Path) string {
	switch p := p.(type) {
	case nil, Straight:
		return ""
	case interface{ Name() string }:
		return p.Name()
	default:
		return fmt.Sprintf("%T", p)
	}
}

// Segment is a smooth part of a path: that of Path from Start to End, both [B,T,D].
type Segment struct {
	Path       Path
	Start, End *Node
}

// Straight is the straight path of Integrated Gradients (paper, equation 3):
//
//	γ(α) = α·x + (1−α)·x′,   dγ/dα = x − x′
type Straight struct{}

// Points implements Path.
func (Straight) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	checkInput(x)
	alpha := constant.Of(x, alphas, len(alphas), 1, 1, 1)
	if baseline == nil {
		velocity = InsertAxes(x, 0)
		flat := Dot(Reshape(alpha, len(alphas), 1), Reshape(x, 1, x.Shape().Size())).Product()
		return Reshape(flat, append([]int{len(alphas)}, x.Shape().Dimensions...)...), velocity
	}
	velocity = InsertAxes(Sub(x, baseline), 0)
	return Add(InsertAxes(baseline, 0), Mul(alpha, velocity)), velocity
}

// PiecewiseLinear is a path through anchor points p_1 … p_K, as a routing
// oracle gives it: K+1 straight segments, from x′ over the anchors to x.
//
// Anchors returns the K anchor points [B,T,D] for a baseline x′ and an input x.
type PiecewiseLinear struct {
	Anchors func(x, baseline *Node) []*Node
}

// Segments implements Segmented. It panics without Anchors, and on an anchor of
// another shape than x.
func (p PiecewiseLinear) Segments(x, baseline *Node) []Segment {
	knots := p.knots(x, baseline)
	segments := make([]Segment, len(knots)-1)
	for s := range segments {
		segments[s] = Segment{Straight{}, knots[s], knots[s+1]}
	}
	return segments
}

// Points implements Path with all segments of equal duration 1/(K+1), for
// looking at the path; quadrature goes by Segments. At a kink the velocity is
// that of the segment that starts there (the last segment at α = 1).
func (p PiecewiseLinear) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	knots := p.knots(x, baseline)
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

// knots are the baseline, the anchors and x.
func (p PiecewiseLinear) knots(x, baseline *Node) []*Node {
	checkInput(x)
	if p.Anchors == nil {
		panic(errors.New("attribution: PiecewiseLinear.Anchors is nil (want a function that returns the anchor points)"))
	}
	if baseline == nil {
		baseline = ZerosLike(x)
	}
	knots := append(append([]*Node{baseline}, p.Anchors(x, baseline)...), x)
	for k, knot := range knots {
		if knot == nil || !knot.Shape().Equal(x.Shape()) {
			panic(fmt.Errorf("attribution: point %d of a piecewise linear path is %v, want the shape %s of x", k, knot, x.Shape()))
		}
	}
	return knots
}
