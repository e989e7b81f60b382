package dag

import (
	"fmt"
	"math"
	"slices"
)

// MaxClosure is the largest number of edges in the result of TransitiveClosure (280 MB).
const MaxClosure = 5_000_000

// TransitiveReduction returns the graph without the edges that a longer path implies. The result
// has the fewest edges with the same order, which is useful for drawing. The intervals of the
// removed edges are lost. If the graph has a cycle, it is returned unchanged. TransitiveReduction
// takes O(V·E/64) time and V²/8 bytes.
func (d *DAG) TransitiveReduction() *DAG {
	if d.Acyclic() != nil {
		return d
	}
	below, order := d.reach()
	at := positions(order)
	a := d.adj()
	seen := make(bitset, (len(d.Features)+63)/64)
	kept := make([]Edge, 0, len(d.Edges))
	for u := range d.Features {
		row := slices.Clone(a.successors(u))
		slices.SortFunc(row, func(i, j int32) int { return at[d.Edges[i].V] - at[d.Edges[j].V] })
		clear(seen)
		for _, i := range row {
			v := d.Edges[i].V
			if !seen.has(v) {
				kept = append(kept, d.Edges[i])
				seen.union(below[v])
			}
		}
	}
	return d.derive(kept)
}

// TransitiveClosure returns the graph with an edge for every path. The interval of an added edge is
// the tightest interval that its paths imply:
//
//	ε_uw = max over paths of Σ ε,   δ_uw = min over paths of Σ δ.
//
// Its μ and σ are the sums of μ and σ along the path with the largest Σ ε. This sum is an upper bound of σ (Minkowski). Its P is
// the smallest P on that path. Existing edges do not change.
//
// TransitiveClosure returns an error if the graph has a cycle, the result would have more than
// MaxClosure edges, or the interval of an added edge is empty. It takes O(V·E) time.
func (d *DAG) TransitiveClosure() (*DAG, error) {
	if err := d.Acyclic(); err != nil {
		return nil, err
	}
	below, order := d.reach()
	total := 0
	for _, b := range below {
		total += b.count()
	}
	if total > MaxClosure {
		return nil, fmt.Errorf("dag: the transitive closure has %d edges, which is too many (max %d)", total, MaxClosure)
	}
	at := positions(order)
	edges := make([]Edge, 0, total)
	row := make([]Edge, len(d.Features))
	for u := range d.Features {
		var err error
		if edges, err = d.close(edges, row, u, below[u], order, at); err != nil {
			return nil, err
		}
	}
	return d.derive(edges), nil
}

// close appends the edges from u to all features below it. It uses row as scratch space.
func (d *DAG) close(edges, row []Edge, u int, below bitset, order, at []int) ([]Edge, error) {
	below.each(func(w int) { row[w] = Edge{U: u, V: w, Epsilon: math.Inf(-1), Delta: math.Inf(1)} })
	row[u] = Edge{U: u, V: u, P: 1}
	a := d.adj()
	for _, v := range order[at[u]:] {
		if v != u && !below.has(v) {
			continue
		}
		for _, i := range a.successors(v) {
			extend(&row[d.Edges[i].V], row[v], d.Edges[i])
		}
	}
	stated := a.successors(u)
	var err error
	below.each(func(w int) {
		e := row[w]
		for len(stated) > 0 && d.Edges[stated[0]].V < w {
			stated = stated[1:]
		}
		if len(stated) > 0 && d.Edges[stated[0]].V == w {
			e = d.Edges[stated[0]]
		} else if e.Epsilon > e.Delta && err == nil {
			err = fmt.Errorf("dag: the paths from %q to %q imply ε = %g > δ = %g, but ε must be at most δ",
				d.Features[u], d.Features[w], e.Epsilon, e.Delta)
		}
		edges = append(edges, e)
	})
	return edges, err
}

// extend tightens the interval of to by the path that consists of from and e.
func extend(to *Edge, from, e Edge) {
	if epsilon := from.Epsilon + e.Epsilon; epsilon > to.Epsilon {
		to.Epsilon = epsilon
		to.Mu, to.Sigma, to.P = from.Mu+e.Mu, from.Sigma+e.Sigma, math.Min(from.P, e.P)
	}
	to.Delta = math.Min(to.Delta, from.Delta+e.Delta)
}

// widest is the largest difference of two scores in [−1, 1]. As δ, it is no constraint.
const widest = 2

// derive returns a DAG with other edges and the same features, bounds, ties, directions and report.
func (d *DAG) derive(edges []Edge) *DAG {
	n := newUnchecked(d.Features, edges)
	n.Bounds, n.Ties, n.Directions, n.Report = slices.Clone(d.Bounds), slices.Clone(d.Ties), slices.Clone(d.Directions), d.Report
	return n
}

// WithBounds returns the graph with the given bounds, such as a cap on a suspect feature, instead
// of the existing ones. It returns the errors of New, and an error for a nil graph.
func (d *DAG) WithBounds(bounds ...Bound) (*DAG, error) {
	if d == nil {
		return nil, errNil
	}
	n, err := New(d.Features, d.Edges, bounds, d.Ties)
	if err != nil {
		return nil, err
	}
	n.Directions, n.Report = slices.Clone(d.Directions), d.Report
	return n, nil
}

// OrderOnly returns the graph with every δ set to 2, the largest difference of two scores in [−1, 1],
// or to ε if that is larger. So it has the same order, but no upper limits on differences of such
// scores. It returns nil for a nil graph.
func (d *DAG) OrderOnly() *DAG {
	if d == nil {
		return nil
	}
	edges := slices.Clone(d.Edges)
	for i := range edges {
		edges[i].Delta = max(widest, edges[i].Epsilon)
	}
	return d.derive(edges)
}

func positions(order []int) []int {
	at := make([]int, len(order))
	for i, v := range order {
		at[v] = i
	}
	return at
}
