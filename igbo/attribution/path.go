package attribution

import (
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// A Path is an integration path γ from a baseline x′ = γ(0) to an input x = γ(1). It must be smooth unless it
// is [Segmented].
type Path interface {
	// Points returns γ and dγ/dα at each α. x and baseline have shape [B,T,D], and alphas has length M. The
	// points have shape [M,B,T,D]. The velocity has the same shape, or [1,B,T,D] if it is constant along the
	// path. A nil baseline is the zero baseline.
	Points(x, baseline *Node, alphas []float64) (points, velocity *Node)
}

// Segmented is a Path that consists of smooth segments with kinks between them.
//
// Quadrature is applied to each segment separately. A rule that ignores the kinks would be of first order at
// best, and not exact even for a linear model. The M points are spread evenly over the S segments: segment s =
// 0 … S−1 gets ⌊M·(s+1)/S⌋ − ⌊M·s/S⌋ points. The lengths of the segments do not matter, because they differ
// between samples. The error of a segment of length ℓ with m points is O(ℓ·(ℓ/m)^p) for a rule of order p, so
// place anchors evenly. A rule with points at its ends evaluates each kink twice, once per segment.
type Segmented interface {
	Path
	// Segments returns the segments in order from the baseline to x. Each starts where the previous one ends. A
	// nil baseline is the zero baseline.
	Segments(x, baseline *Node) []Segment
}

// Maskable is a Path that depends on which steps of a series are valid. The Masked functions pass it the mask
// [B,T], which is true at valid steps.
type Maskable interface {
	Path
	// Masked returns the path for series that are padded according to the mask. Its values at masked steps are
	// ignored.
	Masked(mask *Node) Path
}

// PathName returns the name of a path for files and reports: the result of its method Name if it has one, else
// its type. The straight path and nil have the name "".
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

// A Segment is a smooth part of a path: Path from Start to End, both [B,T,D].
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

// PiecewiseLinear is a path through anchor points p_1, …, p_K, such as those of a routing oracle. It has K+1
// straight segments from x′ through the anchors to x.
//
// The function Anchors returns the K anchor points [B,T,D] for a baseline x′ and an input x.
type PiecewiseLinear struct {
	Anchors func(x, baseline *Node) []*Node
}

// Segments implements [Segmented]. It panics if Anchors is nil or returns an anchor whose shape differs from x.
func (p PiecewiseLinear) Segments(x, baseline *Node) []Segment {
	knots := p.knots(x, baseline)
	segments := make([]Segment, len(knots)-1)
	for s := range segments {
		segments[s] = Segment{Straight{}, knots[s], knots[s+1]}
	}
	return segments
}

// Points implements [Path] for inspection, with duration 1/(K+1) for each segment. Quadrature uses Segments
// instead. At a kink, the velocity is that of the segment that starts there.
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

// knots returns the baseline, the anchors and x.
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
