package posterior

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
)

// Order is what is known of the importance of F features: which are above which, and in
// which direction they act. The zero value knows nothing.
type Order struct {
	// Above lists pairs (u, v): feature u is at least as important as v.
	Above [][2]int
	// Directions are the signs of the D columns' weights: +1, −1, or 0 where none is known; nil knows none.
	Directions []int
}

// OrderOf are the edges of a graph of importance, without their intervals, and its directions over the columns of its features (groups lists those of
// each; nil where each column is one). A direction of a column that is not there says nothing; its bounds and ties are left out. Errors:
// groups that do not fit the graph.
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

// relation is an order's transitive closure and its reduction, by feature.
type relation struct {
	above, below [][]int // closure: the features above and below each
	over, under  [][]int // reduction: those next to it
	pairs        int     // of the closure
}

// Closure reports for each two of so many features whether the order implies that the first is above the second. It panics, as an index
// does, on features that are out of range.
func (o Order) Closure(features int) [][]bool { return o.closure(context.Background(), features) }

// closure is Closure, incomplete if the context ends.
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

// Cover returns the pairs of the closure with no feature between them, which imply all others.
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

// relation closes the order, through features that are not active too, and leaves those out.
func (o Order) relation(ctx context.Context, active []bool) (*relation, error) {
	features := len(active)
	for _, p := range o.Above {
		if u, v := p[0], p[1]; min(u, v) < 0 || max(u, v) >= features {
			return nil, fmt.Errorf("posterior: feature %d above %d, want numbers from 0 to %d", u, v, features-1)
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

// between tells whether an active feature lies between u and v.
func between(reach [][]bool, active []bool, u, v int) bool {
	for k := range reach {
		if active[k] && reach[u][k] && reach[k][v] {
			return true
		}
	}
	return false
}
