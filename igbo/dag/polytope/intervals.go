package polytope

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// DefaultWidth is the half width of an interval in standard deviations.
const DefaultWidth = 0.5

// leastEpsilon determines ε if the interval would reach 0 or below.
const leastEpsilon = 1e-9

// Interval returns the interval of s_u − s_v: its mean, plus and minus width standard deviations:
//
//	[ε, δ] = E[s_u − s_v] ± width·√var(s_u − s_v),   ε > 0.
//
// A difference that cannot be negative has a log-concave density, so its standard deviation is at
// most its mean. So, for an edge of the order, ε is not cut off if width ≤ 1. Interval panics with
// an error if u or v is not a feature.
func (p *Polytope) Interval(u, v int, width float64) (epsilon, delta float64) {
	mean, variance := p.Difference(u, v)
	half := width * math.Sqrt(variance)
	epsilon = math.Max(mean-half, leastEpsilon/float64(p.n))
	return epsilon, math.Max(math.Min(mean+half, 1), epsilon)
}

// Intervals returns the graph with the interval of the order polytope on every edge. μ and σ are
// the middle and the half width of the interval. Features, confidences, bounds and ties do not
// change. The centroid of the polytope satisfies all intervals. Intervals returns the errors of
// [Of], and an error if the width is negative, NaN or larger than MaxWidth.
func Intervals(order *dag.DAG, width float64, o Options) (*dag.DAG, error) {
	if err := CheckWidth(width); err != nil {
		return nil, err
	}
	p, err := Of(order, o)
	if err != nil {
		return nil, err
	}
	edges := make([]dag.Edge, len(order.Edges))
	for i, e := range order.Edges {
		e.Epsilon, e.Delta = p.Interval(e.U, e.V, width)
		e.Mu, e.Sigma = (e.Epsilon+e.Delta)/2, (e.Delta-e.Epsilon)/2
		edges[i] = e
	}
	d, err := dag.New(order.Features, edges, order.Bounds, order.Ties)
	if err == nil {
		d, err = d.WithDirections(order.Directions...)
	}
	if err != nil {
		return nil, fmt.Errorf("polytope: %w", err)
	}
	d.Report = order.Report
	return d, nil
}

// CheckWidth returns an error if a width is invalid.
func CheckWidth(width float64) error {
	if !(width >= 0) || width > MaxWidth {
		return fmt.Errorf("polytope: got a width of %g standard deviations, want a number in [0, %d]", width, MaxWidth)
	}
	return nil
}

// MaxWidth is the largest width of an interval, in standard deviations.
const MaxWidth = 1000
