package untrained

import (
	"fmt"
	"math"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Pairs holds the ends of N paths for series of T steps and D features.
type Pairs struct {
	// Steps is T and Features is D.
	Steps, Features int
	// X and Baseline hold N·T·D numbers each, pair by pair.
	X, Baseline []float64
}

// Len returns N, the number of pairs.
func (p Pairs) Len() int { return len(p.X) / max(p.width(), 1) }

// width returns n = T·D.
func (p Pairs) width() int { return p.Steps * p.Features }

// pair returns both ends of pair i.
func (p Pairs) pair(i int) (x, baseline []float64) {
	n := p.width()
	return p.X[i*n : (i+1)*n], p.Baseline[i*n : (i+1)*n]
}

// Validate checks that there is at least one pair, that inputs and baselines have the same size, and that every
// number is finite.
func (p Pairs) Validate() error {
	const largest = 1 << 20
	switch {
	case p.Steps < 1 || p.Steps > largest:
		return fmt.Errorf("untrained: Steps is %d, want 1 to %d", p.Steps, largest)
	case p.Features < 1 || p.Features > largest:
		return fmt.Errorf("untrained: Features is %d, want 1 to %d", p.Features, largest)
	case len(p.X) == 0 || len(p.X)%p.width() != 0:
		return fmt.Errorf("untrained: X has %d numbers, want a positive multiple of T·D = %d", len(p.X), p.width())
	case len(p.Baseline) != len(p.X):
		return fmt.Errorf("untrained: Baseline has %d numbers, want %d, as X has", len(p.Baseline), len(p.X))
	}
	for _, v := range [][]float64{p.X, p.Baseline} {
		if err := finite(v, p.width(), "the end of pair"); err != nil {
			return err
		}
	}
	return nil
}

// finite returns an error for the first number that is not finite.
func finite(values []float64, width int, what string) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("untrained: %s %d holds %g, want a finite number", what, i/width, v)
		}
	}
	return nil
}

// maxAnchors is the maximum of K.
const maxAnchors = 4096

// checkAnchors checks K.
func checkAnchors(k int) error {
	if k < 1 || k > maxAnchors {
		return fmt.Errorf("untrained: K = %d anchors, want 1 to %d", k, maxAnchors)
	}
	return nil
}

// Fixed returns the path through the given anchors: N·K·T·D numbers, pair by pair, anchor by anchor. The graph
// finds the pair of each row of x and its baseline by comparing their numbers, so a batch may contain the pairs
// in any order. A row that is not one of the pairs gets NaN.
//
// It returns an error if the pairs are invalid, if the number of anchors is not a multiple of N·T·D, or if a
// number is not finite.
func Fixed(p Pairs, anchors []float64) (attribution.PiecewiseLinear, error) {
	if err := p.Validate(); err != nil {
		return attribution.PiecewiseLinear{}, err
	}
	if len(anchors) == 0 || len(anchors)%len(p.X) != 0 {
		return attribution.PiecewiseLinear{}, fmt.Errorf("untrained: the anchors have %d numbers for %d pairs, want a positive multiple of %d", len(anchors), p.Len(), len(p.X))
	}
	k := len(anchors) / len(p.X)
	if err := checkAnchors(k); err != nil {
		return attribution.PiecewiseLinear{}, err
	}
	if err := finite(anchors, k*p.width(), "an anchor of pair"); err != nil {
		return attribution.PiecewiseLinear{}, err
	}
	f := fixed{p, slices.Clone(anchors), k}
	return attribution.PiecewiseLinear{Anchors: f.nodes}, nil
}

// fixed holds k anchors for every pair.
type fixed struct {
	Pairs
	anchors []float64
	k       int
}

// nodes looks up the K anchors [B,T,D] of every row.
func (f fixed) nodes(x, baseline *Node) []*Node {
	b, t, d, n := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2), f.width()
	if t != f.Steps || d != f.Features {
		panic(fmt.Errorf("untrained: an input has the shape %s, but the path was made for T = %d steps of D = %d features", x.Shape(), f.Steps, f.Features))
	}
	var ends []float64
	for i := range f.Len() {
		to, from := f.pair(i)
		ends = append(append(ends, to...), from...)
	}
	keys := constant.Of(x, ends, f.Len(), 2*n)
	rows := Concatenate([]*Node{Reshape(x, b, n), Reshape(baseline, b, n)}, -1)
	// ‖row − key‖² without the constant ‖row‖²
	far := Sub(InsertAxes(ReduceSum(Square(keys), -1), 0), MulScalar(Dot(rows, Transpose(keys, 0, 1)).Product(), 2))
	index := InsertAxes(ArgMin(far, -1), -1)
	found := Gather(keys, index)
	off := ReduceAndKeep(Square(Sub(rows, found)), ReduceSum, -1)
	tolerance := MulScalar(AddScalar(ReduceAndKeep(Square(found), ReduceSum, -1), 1), 1e-10)
	anchors := Gather(constant.Of(x, f.anchors, f.Len(), f.k*n), index)
	known := BroadcastToDims(LessOrEqual(off, tolerance), b, f.k*n)
	anchors = Where(known, anchors, BroadcastToDims(constant.Of(x, []float64{math.NaN()}, 1, 1), b, f.k*n))
	knots := make([]*Node, f.k)
	for i := range knots {
		knots[i] = Reshape(Slice(anchors, AxisRange(), AxisRange(i*n, (i+1)*n)), b, t, d)
	}
	return knots
}
