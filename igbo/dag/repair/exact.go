package repair

import "math/bits"

// MaxExact is the largest number of nodes for which FeedbackArcSet finds a set of minimum weight.
// For more nodes, it uses a heuristic.
const MaxExact = 20

// Arc is an arc from U to V.
type Arc struct {
	U, V   int
	Weight float64
}

// arcs is a weighted digraph on 0 … n−1, with one list of successors per node.
type arcs struct {
	n   int
	out [][]arc
	in  [][]arc
}

type arc struct {
	to     int
	weight float64
}

func newArcs(n int, list []Arc) *arcs {
	a := &arcs{n: n, out: make([][]arc, n), in: make([][]arc, n)}
	for _, e := range list {
		a.out[e.U] = append(a.out[e.U], arc{e.V, e.Weight})
		a.in[e.V] = append(a.in[e.V], arc{e.U, e.Weight})
	}
	return a
}

func positions(order []int) []int {
	at := make([]int, len(order))
	for i, v := range order {
		at[v] = i
	}
	return at
}

// exactOrder returns an order whose backward arcs have the smallest weight. It uses dynamic
// programming over the sets of first features, with O(2ⁿ·n) time and 9·2ⁿ bytes:
//
//	f(S ∪ v) = min_v f(S) + Σ_{s∈S} w(v→s)
func (a *arcs) exactOrder() []int {
	back := a.backWeights()
	size := 1 << a.n
	best, last := make([]float64, size), make([]uint8, size)
	half := a.n / 2
	mask := 1<<half - 1
	for s := 1; s < size; s++ {
		best[s] = -1
		for rest := uint(s); rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros(rest)
			before := s &^ (1 << v)
			c := best[before] + back[v][0][before&mask] + back[v][1][before>>half]
			if best[s] < 0 || c < best[s] {
				best[s], last[s] = c, uint8(v)
			}
		}
	}
	order := make([]int, a.n)
	for s, i := size-1, a.n-1; i >= 0; i-- {
		order[i] = int(last[s])
		s &^= 1 << last[s]
	}
	return order
}

// backWeights returns a table of Σ_{s∈S} w(v→s) for every v and every S within one half of the
// nodes.
func (a *arcs) backWeights() [][2][]float64 {
	half := a.n / 2
	out := make([][2][]float64, a.n)
	for v := range out {
		w := make([]float64, a.n)
		for _, e := range a.out[v] {
			w[e.to] += e.weight
		}
		out[v] = [2][]float64{subsetSums(w[:half]), subsetSums(w[half:])}
	}
	return out
}

func subsetSums(w []float64) []float64 {
	sums := make([]float64, 1<<len(w))
	for s := 1; s < len(sums); s++ {
		low := bits.TrailingZeros(uint(s))
		sums[s] = sums[s&(s-1)] + w[low]
	}
	return sums
}

// FeedbackArcSet returns the indices of arcs whose removal makes a digraph on 0 … n−1 acyclic, in
// increasing order, and whether their total weight is known to be the minimum. The arcs must join
// the nodes and have non-negative weights.
func FeedbackArcSet(n int, list []Arc) (drop []int, exact bool) {
	a := newArcs(n, list)
	var order []int
	if exact = n <= MaxExact; exact {
		order = a.exactOrder()
	} else {
		order = a.sift(a.greedyOrder())
	}
	at := positions(order)
	for i, e := range list {
		if at[e.U] > at[e.V] {
			drop = append(drop, i)
		}
	}
	return drop, exact
}
