package dag

import "math/bits"

// bitset is a set of features.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }

func (b bitset) union(c bitset) {
	for i, w := range c {
		b[i] |= w
	}
}

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// each calls f for every member in increasing order.
func (b bitset) each(f func(i int)) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			f(k*64 + bits.TrailingZeros64(w))
		}
	}
}

// reach returns for every feature the set of features below it (on any path), and the topological
// order. The graph must be acyclic.
func (d *DAG) reach() (below []bitset, order []int) {
	order, _ = d.order()
	n := len(d.Features)
	words := (n + 63) / 64
	store := make(bitset, n*words)
	below = make([]bitset, n)
	for i := range below {
		below[i] = store[i*words : (i+1)*words]
	}
	a := d.adj()
	for i := len(order) - 1; i >= 0; i-- {
		u := order[i]
		for _, e := range a.successors(u) {
			v := d.Edges[e].V
			below[u].add(v)
			below[u].union(below[v])
		}
	}
	return below, order
}

// missingEdges returns the number of pairs u, w with a path but no edge.
func (d *DAG) missingEdges() int {
	below, _ := d.reach()
	n := 0
	for _, b := range below {
		n += b.count()
	}
	return n - len(d.Edges)
}

// Transitive reports whether the graph is acyclic and every path u→…→w has an edge u→w.
func (d *DAG) Transitive() bool { return d.Acyclic() == nil && d.missingEdges() == 0 }

// eachMissing calls f(u, w) for every pair with a path but no edge.
func (d *DAG) eachMissing(f func(u, w int)) {
	below, _ := d.reach()
	a := d.adj()
	for u, b := range below {
		row := a.successors(u)
		b.each(func(w int) {
			for len(row) > 0 && d.Edges[row[0]].V < w {
				row = row[1:]
			}
			if len(row) == 0 || d.Edges[row[0]].V != w {
				f(u, w)
			}
		})
	}
}
