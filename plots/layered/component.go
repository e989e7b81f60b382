package layered

// part is a connected component of a graph. Its edges refer to nodes by their index in nodes.
type part struct {
	nodes, edgeIDs []int // indices in the whole graph
	width, height  []float64
	edges, loops   [][2]int
	loopIDs        []int
}

// components splits the graph into connected components. The components are in the order of their
// first nodes, and those with a single node and no edge are last.
func (g Graph) components() []part {
	root := make([]int, len(g.Width)) // the first node of the component (union–find)
	for i := range root {
		root[i] = i
	}
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for _, e := range g.Edges {
		u, v := find(e[0]), find(e[1])
		root[max(u, v)] = min(u, v)
	}
	index := make(map[int]int)
	var parts []part
	place := make([]int, len(g.Width))
	for v := range g.Width {
		r := find(v)
		if _, ok := index[r]; !ok {
			index[r] = len(parts)
			parts = append(parts, part{})
		}
		p := &parts[index[r]]
		place[v] = len(p.nodes)
		p.nodes = append(p.nodes, v)
		p.width, p.height = append(p.width, g.Width[v]), append(p.height, g.Height[v])
	}
	for i, e := range g.Edges {
		p := &parts[index[find(e[0])]]
		local := [2]int{place[e[0]], place[e[1]]}
		if e[0] == e[1] {
			p.loops, p.loopIDs = append(p.loops, local), append(p.loopIDs, i)
			continue
		}
		p.edges, p.edgeIDs = append(p.edges, local), append(p.edgeIDs, i)
	}
	return singlesLast(parts)
}

// singlesLast moves components with one node to the end.
func singlesLast(parts []part) []part {
	sorted := make([]part, 0, len(parts))
	for _, single := range []bool{false, true} {
		for _, p := range parts {
			if (len(p.nodes) == 1) == single {
				sorted = append(sorted, p)
			}
		}
	}
	return sorted
}

// arrange places the drawings of the components side by side, in rows as wide as the widest
// component or cfg.RowWidth.
func (g Graph) arrange(parts []part, blocks []*Drawing, cfg Config) *Drawing {
	all := &Drawing{Nodes: make([]Point, len(g.Width)), Edges: make([][]Point, len(g.Edges))}
	limit := cfg.RowWidth
	for _, b := range blocks {
		limit = max(limit, b.Width)
	}
	var x, y, rowHeight float64
	for i, b := range blocks {
		if x > 0 && x+b.Width > limit {
			x, y, rowHeight = 0, y+rowHeight+cfg.LayerGap, 0
		}
		for k, v := range parts[i].nodes {
			all.Nodes[v] = b.Nodes[k].shifted(x, y)
		}
		ids := append(append([]int(nil), parts[i].edgeIDs...), parts[i].loopIDs...)
		for k, e := range ids {
			for _, q := range b.Edges[k] {
				all.Edges[e] = append(all.Edges[e], q.shifted(x, y))
			}
		}
		all.Width, all.Height = max(all.Width, x+b.Width), max(all.Height, y+b.Height)
		x, rowHeight = x+b.Width+cfg.NodeGap, max(rowHeight, b.Height)
	}
	return all
}

// shifted returns the point shifted by (dx, dy).
func (p Point) shifted(dx, dy float64) Point { return Point{p.X + dx, p.Y + dy} }
