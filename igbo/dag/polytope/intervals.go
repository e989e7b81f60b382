package polytope

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// DefaultWidth is the half width of an interval in standard deviations.
const DefaultWidth = 0.5

// leastEpsilon is ε where the interval would reach 0 or below.
const leastEpsilon = 1e-9

// Interval is where s_u − s_v lies: its mean, width standard deviations to either side,
//
//	[ε, δ] = E[s_u − s_v] ± width·√var(s_u − s_v),   ε > 0.
//
// A difference that cannot be negative has a log-concave density, so that its standard
// deviation is at most its mean: up to width = 1 nothing is cut off for an edge of
// the order. It panics with an error where u or v is no feature.
func (p *Polytope) Interval(u, v int, width float64) (epsilon, delta float64) {
	mean, variance := p.Difference(u, v)
	half := width * math.Sqrt(variance)
	epsilon = math.Max(mean-half, leastEpsilon/float64(p.n))
	return epsilon, math.Max(math.Min(mean+half, 1), epsilon)
}

// Intervals gives every edge of a graph the interval of the polytope of its edges, with μ and σ
// the middle and the half width; features, confidences, bounds and ties stay. The centroid
// meets all intervals. Errors: those of Of; a width that is negative or not finite.
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

// CheckWidth says what is wrong with a width, or returns nil.
func CheckWidth(width float64) error {
	if !(width >= 0) || width > MaxWidth {
		return fmt.Errorf("polytope: got a width of %g standard deviations, want a number in [0, %d]", width, MaxWidth)
	}
	return nil
}

// MaxWidth is the largest width of an interval, in standard deviations.
const MaxWidth = 1000
