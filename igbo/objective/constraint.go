package objective

import (
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// A constraint is an interval for H_u − H_v, or for H_u if v < 0.
type constraint struct {
	u, v       int
	low, upper float64
}

// constraints returns the edges, bounds and ties of a DAG over k features.
func constraints(d *dag.DAG, k int) ([]constraint, error) {
	if d == nil {
		return nil, errors.New("objective: the DAG is nil (use a DAG over the features of the scores)")
	}
	if len(d.Features) != k {
		return nil, fmt.Errorf("objective: the DAG is over %d features, but the scores have %d (they must be equal)", len(d.Features), k)
	}
	cs := make([]constraint, 0, len(d.Edges)+len(d.Bounds)+len(d.Ties))
	for _, e := range d.Edges {
		cs = append(cs, constraint{e.U, e.V, e.Epsilon, e.Delta})
	}
	for _, b := range d.Bounds {
		cs = append(cs, constraint{b.K, -1, b.Min, b.Max})
	}
	for _, t := range d.Ties {
		cs = append(cs, constraint{t.U, t.V, -t.Within, t.Within})
	}
	for _, c := range cs {
		if c.u < 0 || c.u >= k || c.v < -1 || c.v >= k {
			return nil, fmt.Errorf("objective: a constraint is about the features %d and %d, want numbers from 0 to %d (-1 instead of a second feature)", c.u, c.v, k-1)
		}
		if !(c.low <= c.upper) {
			return nil, fmt.Errorf("objective: a constraint has the interval [%g, %g]; the lower bound must not exceed the upper one", c.low, c.upper)
		}
	}
	return cs, nil
}

// violation returns the distance of a value from the interval.
func (c constraint) violation(value float64) float64 {
	return math.Max(c.low-value, 0) + math.Max(value-c.upper, 0)
}
