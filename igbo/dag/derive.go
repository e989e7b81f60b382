package dag

import "slices"

// widest is the widest difference of two scores in [−1, 1]: as δ it asks for nothing.
const widest = 2

// derive makes a DAG with the same features, bounds, ties and report, and other edges.
func (d *DAG) derive(edges []Edge) *DAG {
	n := newUnchecked(d.Features, edges)
	n.Bounds, n.Ties, n.Report = slices.Clone(d.Bounds), slices.Clone(d.Ties), d.Report
	return n
}

// WithBounds returns the graph with the given unary bounds instead of its own, such as a
// cap on a suspect feature.
func (d *DAG) WithBounds(bounds ...Bound) (*DAG, error) {
	if d == nil {
		return nil, errNil
	}
	n, err := New(d.Features, d.Edges, bounds, d.Ties)
	if err != nil {
		return nil, err
	}
	n.Report = d.Report
	return n, nil
}

// OrderOnly returns the graph with every δ raised to 2, the widest difference of scores
// in [−1, 1]: the order is asked for, and no upper bound. It returns nil for nil.
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
