package layered

import "context"

// shortLayers returns a layer for each node of a connected acyclic graph, counted from 0. Each edge
// is at least one layer long, and the total edge length is minimal. It implements the network
// simplex of Gansner, Koutsofios, North and Vo (1993), section 2.3.
func shortLayers(ctx context.Context, nodes int, edges [][2]int) ([]int, error) {
	s := &simplex{edges: edges, layer: longestPaths(nodes, edges), member: make([]bool, len(edges))}
	s.tightTree(nodes)
	for range 20 * nodes { // far more than is ever needed; every state is a valid layering
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.walk()
		leave, ok := s.leaving()
		if !ok {
			break
		}
		s.exchange(leave)
	}
	least := s.layer[0]
	for _, l := range s.layer {
		least = min(least, l)
	}
	for v := range s.layer {
		s.layer[v] -= least
	}
	return s.layer, nil
}

// longestPaths returns for each node the number of edges on the longest path to it.
func longestPaths(nodes int, edges [][2]int) []int {
	layer, waiting := make([]int, nodes), make([]int, nodes)
	out := make([][]int, nodes)
	for _, e := range edges {
		out[e[0]] = append(out[e[0]], e[1])
		waiting[e[1]]++
	}
	var ready []int
	for v := range nodes {
		if waiting[v] == 0 {
			ready = append(ready, v)
		}
	}
	for len(ready) > 0 {
		v := ready[0]
		ready = ready[1:]
		for _, w := range out[v] {
			layer[w] = max(layer[w], layer[v]+1)
			if waiting[w]--; waiting[w] == 0 {
				ready = append(ready, w)
			}
		}
	}
	return layer
}

// simplex is a layering with a spanning tree of edges of length one.
type simplex struct {
	edges  [][2]int
	layer  []int
	member []bool // whether an edge is in the tree

	// The tree, rooted at node 0:
	order  []int // nodes, each before its descendants
	place  []int // index of each node in order
	size   []int // number of nodes in the subtree, including the node
	above  []int // edge to the parent, -1 at the root
	excess []int // edges out of the subtree minus edges into it
}

// slack returns the number of layers by which an edge is longer than necessary.
func (s *simplex) slack(i int) int {
	return s.layer[s.edges[i][1]] - s.layer[s.edges[i][0]] - 1
}

// tightTree builds the tree from node 0. If no edge of length one leaves the tree, it shifts the
// tree until one does.
func (s *simplex) tightTree(nodes int) {
	inside := make([]bool, nodes)
	inside[0] = true
	for count := 1; count < nodes; {
		best := -1
		for i, e := range s.edges {
			if inside[e[0]] != inside[e[1]] && (best < 0 || s.slack(i) < s.slack(best)) {
				best = i
			}
		}
		e, shift := s.edges[best], s.slack(best)
		if inside[e[1]] {
			shift = -shift
		}
		for v := range nodes {
			if inside[v] {
				s.layer[v] += shift
			}
		}
		s.member[best], inside[e[0]], inside[e[1]] = true, true, true
		count++
	}
}

// walk roots the tree at node 0 and computes the excess of each subtree.
func (s *simplex) walk() {
	n := len(s.layer)
	touching := make([][]int, n)
	balance := make([]int, n)
	for i, e := range s.edges {
		balance[e[0]]++
		balance[e[1]]--
		if s.member[i] {
			touching[e[0]], touching[e[1]] = append(touching[e[0]], i), append(touching[e[1]], i)
		}
	}
	s.order, s.place, s.size, s.above, s.excess = s.order[:0], make([]int, n), make([]int, n), make([]int, n), balance
	s.above[0] = -1
	stack := []int{0}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s.place[v], s.size[v] = len(s.order), 1
		s.order = append(s.order, v)
		for _, i := range touching[v] {
			if i != s.above[v] {
				w := s.other(i, v)
				s.above[w] = i
				stack = append(stack, w)
			}
		}
	}
	for k := n - 1; k > 0; k-- {
		v := s.order[k]
		u := s.other(s.above[v], v)
		s.size[u] += s.size[v]
		s.excess[u] += s.excess[v]
	}
}

// other is the end of edge i that is not v.
func (s *simplex) other(i, v int) int { return s.edges[i][0] + s.edges[i][1] - v }

// leaving returns the child node of the tree edge whose lengthening reduces the total edge length
// the most, and whether there is such an edge.
func (s *simplex) leaving() (node int, ok bool) {
	least := 0
	for _, v := range s.order[1:] {
		if cut := s.cut(v); cut < least {
			node, least, ok = v, cut, true
		}
	}
	return node, ok
}

// cut returns the change in total edge length per layer by which the edge to v's parent gets longer.
// It is plus or minus the excess of the subtree, because edges inside the subtree cancel.
func (s *simplex) cut(v int) int {
	if s.edges[s.above[v]][0] == v {
		return s.excess[v]
	}
	return -s.excess[v]
}

// exchange removes the edge to v's parent from the tree. It lengthens that edge until another edge
// between the two parts, in the opposite direction, has length one and replaces it.
func (s *simplex) exchange(v int) {
	out := s.above[v]
	below := func(w int) bool { return s.place[w] >= s.place[v] && s.place[w] < s.place[v]+s.size[v] }
	tailBelow := s.edges[out][0] == v
	enter := -1
	for i, e := range s.edges {
		leadsBack := below(e[0]) != tailBelow && below(e[1]) == tailBelow
		if leadsBack && (enter < 0 || s.slack(i) < s.slack(enter)) {
			enter = i
		}
	}
	shift := s.slack(enter)
	if tailBelow {
		shift = -shift
	}
	for w := range s.layer {
		if below(w) {
			s.layer[w] += shift
		}
	}
	s.member[out], s.member[enter] = false, true
}
