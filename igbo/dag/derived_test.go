package dag

import (
	"testing"

	"gonum.org/v1/gonum/graph/topo"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestReductionAndClosure compares reduction and closure with a path search for every pair.
func TestReductionAndClosure(t *testing.T) {
	rng := testRNG(33)
	for range 40 {
		n := 3 + rng.IntN(10)
		var edges []Edge
		for _, e := range randomEdges(rng, n, 0.5) {
			if e.U < e.V {
				e.Mu, e.Sigma, e.Epsilon, e.Delta = 0.15, 0.05, 0.01, 2
				edges = append(edges, e)
			}
		}
		d := must.Of(New(names(nil, n), edges, nil, nil)).In(t)
		closure := must.Of(d.TransitiveClosure()).In(t)
		reduction := d.TransitiveReduction()
		for u := range n {
			for v := range n {
				path := u != v && topo.PathExistsIn(d, d.Node(int64(u)), d.Node(int64(v)))
				if closure.HasEdgeFromTo(int64(u), int64(v)) != path {
					t.Fatalf("closure %d→%d: want %v", u, v, path)
				}
				if u != v && topo.PathExistsIn(reduction, reduction.Node(int64(u)), reduction.Node(int64(v))) != path {
					t.Fatalf("reduction lost %d→%d", u, v)
				}
			}
		}
		if !closure.Transitive() || closure.missingEdges() != 0 {
			t.Fatal("closure is not transitive")
		}
		for _, e := range reduction.Edges { // no edge of the reduction is implied by the other edges
			var rest []Edge
			for _, f := range reduction.Edges {
				if f != e {
					rest = append(rest, f)
				}
			}
			r := newUnchecked(names(nil, n), rest)
			if topo.PathExistsIn(r, r.Node(int64(e.U)), r.Node(int64(e.V))) {
				t.Fatalf("edge %+v of the reduction is implied", e)
			}
		}
	}
}

func TestClosureComposesIntervals(t *testing.T) {
	d := must.Of(New([]string{"a", "b", "c", "d"}, []Edge{
		{0, 1, 0.15, 0.05, 0.9, 0.1, 0.2}, {1, 3, 0.35, 0.05, 0.8, 0.3, 0.4},
		{0, 2, 0.25, 0.15, 0.7, 0.1, 0.4}, {2, 3, 0.1, 0, 1, 0.1, 0.1},
	}, nil, nil)).In(t)
	c := must.Of(d.TransitiveClosure()).In(t)
	e := c.Edge(0, 3).(GraphEdge)
	if !near(e.Epsilon, 0.4) || !near(e.Delta, 0.5) || !near(e.Mu, 0.5) || e.P != 0.8 {
		t.Errorf("got %+v, want ε = 0.4 from a→b→d, δ = 0.5 from a→c→d", e.Edge)
	}
	d.Edges[2].Epsilon = 0.45 // for b→d: a→b→d implies ε = 0.55, and a→c→d still implies δ = 0.5
	d.Edges[2].Delta = 0.46
	if _, err := d.TransitiveClosure(); err == nil {
		t.Error("paths with disjoint intervals: want an error")
	}
}
