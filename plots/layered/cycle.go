package layered

import "slices"

// backEdges reports for each edge whether it is a back edge of a depth-first search that starts
// with the sources. Without these edges, the graph is acyclic.
func backEdges(nodes int, edges [][2]int) []bool {
	out, sources := make([][]int, nodes), slices.Repeat([]bool{true}, nodes)
	for i, e := range edges {
		out[e[0]] = append(out[e[0]], i)
		sources[e[1]] = false
	}
	const unseen, open, done = 0, 1, 2
	state, back := make([]int, nodes), make([]bool, len(edges))
	var visit func(v int)
	visit = func(v int) {
		state[v] = open
		for _, i := range out[v] {
			switch w := edges[i][1]; state[w] {
			case unseen:
				visit(w)
			case open:
				back[i] = true
			}
		}
		state[v] = done
	}
	for _, source := range []bool{true, false} {
		for v := range nodes {
			if sources[v] == source && state[v] == unseen {
				visit(v)
			}
		}
	}
	return back
}

// downward returns the edges, with the marked ones reversed.
func downward(edges [][2]int, turned []bool) [][2]int {
	down := make([][2]int, len(edges))
	for i, e := range edges {
		if down[i] = e; turned[i] {
			down[i] = [2]int{e[1], e[0]}
		}
	}
	return down
}
