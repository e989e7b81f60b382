package polytope

// component is a connected component of the order. Its edges, in both directions, refer to
// positions in features.
type component struct {
	features       []int
	parents, below [][]int
}

// components returns the connected components of the features, in the order of their first
// features.
func components(n int, edges [][2]int) []component {
	root := make([]int, n)
	for k := range root {
		root[k] = k
	}
	find := func(k int) int {
		for root[k] != k {
			root[k] = root[root[k]]
			k = root[k]
		}
		return k
	}
	for _, e := range edges {
		a, b := find(e[0]), find(e[1])
		root[max(a, b)] = min(a, b)
	}
	var all []component
	of, slot := make([]int, n), make([]int, n)
	for k := range n {
		r := find(k) // the smallest index of its component, so it is visited first
		if r == k {
			of[k] = len(all)
			all = append(all, component{})
		}
		c := &all[of[r]]
		of[k], slot[k] = of[r], len(c.features)
		c.features = append(c.features, k)
	}
	for i := range all {
		all[i].parents, all[i].below = make([][]int, len(all[i].features)), make([][]int, len(all[i].features))
	}
	for _, e := range edges {
		c, u, v := &all[of[e[0]]], slot[e[0]], slot[e[1]]
		c.parents[v] = append(c.parents[v], u)
		c.below[u] = append(c.below[u], v)
	}
	return all
}

// extension returns a linear extension, with the largest share first. Among the features that can
// come next, choose selects one. If the edges form a cycle, the result is shorter than the
// component.
func (c component) extension(choose func(n int) int) []int {
	missing := make([]int, len(c.features))
	var free, order []int
	for k, p := range c.parents {
		if missing[k] = len(p); len(p) == 0 {
			free = append(free, k)
		}
	}
	for len(free) > 0 {
		i := choose(len(free))
		k := free[i]
		free[i] = free[len(free)-1]
		free = free[:len(free)-1]
		order = append(order, k)
		for _, v := range c.below[k] {
			if missing[v]--; missing[v] == 0 {
				free = append(free, v)
			}
		}
	}
	return order
}

func (c component) acyclic() bool {
	return len(c.extension(func(int) int { return 0 })) == len(c.features)
}
