package dag

import (
	"testing"
)

// FuzzAcyclic checks that New accepts any acyclic pattern of edges, and rejects others with the
// right components.
func FuzzAcyclic(f *testing.F) {
	f.Add([]byte{0, 1, 1, 2, 2, 0})
	f.Add([]byte{0, 1, 0, 2, 1, 2})
	f.Fuzz(func(t *testing.T, ends []byte) {
		var edges []Edge
		seen := map[[2]int]bool{}
		for i := 0; i+1 < len(ends); i += 2 {
			u, v := int(ends[i]%12), int(ends[i+1]%12)
			if u != v && !seen[[2]int{u, v}] {
				seen[[2]int{u, v}] = true
				edges = append(edges, Edge{u, v, 0, 0, 0.9, 0.1, 0.2})
			}
		}
		d := newUnchecked(names(nil, 12), edges)
		cyclic := floydCycle(12, edges)
		if (d.Acyclic() != nil) != cyclic {
			t.Fatalf("acyclic: %v, want cyclic %v", d.Acyclic(), cyclic)
		}
		kept, rec := Repair(d.Features, edges, weightP)
		if (rec != nil) != cyclic || newUnchecked(d.Features, kept).Acyclic() != nil {
			t.Fatalf("repair: %+v", rec)
		}
		if c := d.shortestCycle(); cyclic {
			for i, u := range c {
				if !seen[[2]int{u, c[(i+1)%len(c)]}] {
					t.Fatalf("%v is no cycle", c)
				}
			}
		}
	})
}

func floydCycle(n int, edges []Edge) bool {
	var r [12][12]bool
	for _, e := range edges {
		r[e.U][e.V] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
	for i := range n {
		if r[i][i] {
			return true
		}
	}
	return false
}
