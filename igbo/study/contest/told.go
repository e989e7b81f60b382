package contest

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// Told is the order as the student is told it; nil where it ignores the order.
func (s Student) Told(p *Problem) (*dag.DAG, error) {
	switch {
	case s.Ignores:
		return nil, nil
	case s.Known == Intervals:
		return p.Order, nil
	case s.Known == Uniform:
		return p.uniformOrder()
	}
	edges := append([]dag.Edge(nil), p.Order.Edges...)
	for i := range edges {
		edges[i].Delta = widest
		if s.Known == OrderOnly {
			edges[i].Epsilon = leastEpsilon
		}
	}
	d, err := dag.New(p.Order.Features, edges, p.Order.Bounds, p.Order.Ties)
	if err != nil {
		return nil, fmt.Errorf("contest: %w", err)
	}
	return d, nil
}

// widest is the largest difference of two scores.
const widest = 2

// finite tells whether every number is.
func finite(values []float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
