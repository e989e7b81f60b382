package posterior

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
)

// An Order holds prior knowledge about F features: which are more important than others, and in which direction
// they act. The zero value means no knowledge.
type Order struct {
	// Above lists pairs (u, v): feature u is at least as important as v.
	Above [][2]int
	// Directions holds the signs of the D columns' weights: +1, −1, or 0 if unknown. nil means that all are
	// unknown.
	Directions []int
}

// OrderOf returns the edges of a DAG, without their intervals, and its directions for the columns of its
// features. groups lists the columns of each feature; nil makes each column a feature. Bounds, ties, and
// directions of missing columns are ignored. OrderOf returns an error if the groups do not match the DAG.
func OrderOf(d *dag.DAG, columns []string, groups [][]int) (Order, error) {
	var o Order
	if d == nil {
		return o, nil
	}
	for _, e := range d.Edges {
		o.Above = append(o.Above, [2]int{e.U, e.V})
	}
	var err error
	if o.Directions, err = d.Signs(columns, groups, true); err != nil {
		return o, fmt.Errorf("posterior: %w", err)
	}
	return o, nil
}

// A relation holds an order's transitive closure and transitive reduction, by feature.
type relation struct {
	above, below [][]int // closure: features above and below each
	over, under  [][]int // reduction: direct neighbours above and below each
	pairs        int     // number of pairs in the closure
}

// Closure reports for each pair of features whether the order implies that the first is above the second. It
// panics if a feature in the order is out of range.
func (o Order) Closure(features int) [][]bool { return o.closure(context.Background(), features) }

// closure is like Closure but is incomplete if the context ends.
func (o Order) closure(ctx context.Context, features int) [][]bool {
	above := make([][]bool, features)
	for u := range above {
		above[u] = make([]bool, features)
	}
	for _, p := range o.Above {
		above[p[0]][p[1]] = true
	}
	for k := range above {
		if ctx.Err() != nil {
			break
		}
		for u := range above {
			if !above[u][k] {
				continue
			}
			for v := range above {
				above[u][v] = above[u][v] || above[k][v]
			}
		}
	}
	return above
}

// Cover returns the pairs of the closure with no feature between them. They imply all other pairs.
func (o Order) Cover(features int) (pairs [][2]int) {
	reach, all := o.Closure(features), slices.Repeat([]bool{true}, features)
	for u := range reach {
		for v := range reach {
			if reach[u][v] && !between(reach, all, u, v) {
				pairs = append(pairs, [2]int{u, v})
			}
		}
	}
	return pairs
}

// relation computes the closure of the order and then removes features that are not active.
func (o Order) relation(ctx context.Context, active []bool) (*relation, error) {
	features := len(active)
	for _, p := range o.Above {
		if u, v := p[0], p[1]; min(u, v) < 0 || max(u, v) >= features {
			return nil, fmt.Errorf("posterior: the order places feature %d above feature %d, want numbers from 0 to %d", u, v, features-1)
		}
	}
	reach := o.closure(ctx, features)
	r := &relation{above: make([][]int, features), below: make([][]int, features), over: make([][]int, features), under: make([][]int, features)}
	for u := range reach {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("posterior: closing the order: %w", err)
		}
		if reach[u][u] {
			return nil, fmt.Errorf("posterior: the order has a cycle through feature %d (want an acyclic order)", u)
		}
		for v := range reach {
			if !reach[u][v] || !active[u] || !active[v] {
				continue
			}
			r.pairs++
			r.below[u], r.above[v] = append(r.below[u], v), append(r.above[v], u)
			if !between(reach, active, u, v) {
				r.under[u], r.over[v] = append(r.under[u], v), append(r.over[v], u)
			}
		}
	}
	return r, nil
}

// between reports whether an active feature is between u and v.
func between(reach [][]bool, active []bool, u, v int) bool {
	for k := range reach {
		if active[k] && reach[u][k] && reach[k][v] {
			return true
		}
	}
	return false
}
