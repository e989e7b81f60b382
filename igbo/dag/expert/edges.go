package expert

import (
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
)

func (p *plan) edges() []dag.Edge {
	edges := make([]dag.Edge, len(p.relations))
	for i, r := range p.relations {
		edges[i] = p.edge(r)
	}
	return edges
}

func (p *plan) edge(r relation) dag.Edge {
	epsilon, delta := r.epsilon, r.delta
	if math.IsInf(delta, 1) {
		delta = math.Max(p.claims.hi-p.claims.lo, epsilon)
	}
	if math.IsInf(epsilon, -1) {
		epsilon = math.Min(p.opts.MinEpsilon, delta)
	}
	return dag.Edge{U: r.u, V: r.v, Mu: (epsilon + delta) / 2, Sigma: (delta - epsilon) / 2, P: r.confidence, Epsilon: epsilon, Delta: delta}
}

// withIntervals returns the given edges with their current intervals.
func (p *plan) withIntervals(edges []dag.Edge) []dag.Edge {
	filled := make([]dag.Edge, len(edges))
	for i, e := range edges {
		filled[i] = p.edge(p.relations[p.at[[2]int{e.U, e.V}]])
	}
	return filled
}

// forget removes the orders that a repair has removed.
func (p *plan) forget(removed []dag.Edge) {
	gone := make(map[[2]int]bool, len(removed))
	for _, e := range removed {
		gone[[2]int{e.U, e.V}] = true
	}
	p.orders = slices.DeleteFunc(p.orders, func(o stated) bool { return gone[[2]int{o.u, o.v}] })
}
