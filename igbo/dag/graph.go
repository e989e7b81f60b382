package dag

import (
	"slices"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
)

var _ graph.Directed = (*DAG)(nil)

// Node is a feature as a gonum graph.Node. Its id is its index in DAG.Features.
type Node struct {
	Index int
	Name  string
}

// ID returns the index of the feature.
func (n Node) ID() int64 { return int64(n.Index) }

// String returns the name of the feature.
func (n Node) String() string { return n.Name }

// GraphEdge is an Edge as a gonum graph.WeightedEdge. Its weight is P.
type GraphEdge struct {
	Edge
	F, T Node
}

// From returns the more important feature.
func (e GraphEdge) From() graph.Node { return e.F }

// To returns the less important feature.
func (e GraphEdge) To() graph.Node { return e.T }

// Weight returns the estimate of P(s_u > s_v).
func (e GraphEdge) Weight() float64 { return e.P }

// ReversedEdge returns e, because the reverse of an importance edge has no meaning.
func (e GraphEdge) ReversedEdge() graph.Edge { return e }

// adjacency holds the edges in both directions as compressed rows. The successors of u are
// out[outStart[u]:outStart[u+1]], which are indices of edges sorted by V. The predecessors use in
// and inStart.
type adjacency struct {
	nodes, edges      int
	out, in           []int32
	outStart, inStart []int32
}

// adj returns the adjacency. It rebuilds it if the graph is new or has grown.
func (d *DAG) adj() *adjacency {
	if a := d.index.Load(); a != nil && a.nodes == len(d.Features) && a.edges == len(d.Edges) {
		return a
	}
	a := newAdjacency(len(d.Features), d.Edges)
	d.index.Store(a)
	return a
}

func newAdjacency(n int, edges []Edge) *adjacency {
	a := &adjacency{nodes: n, edges: len(edges)}
	a.out, a.outStart = compress(n, edges, func(e Edge) (int, int) { return e.U, e.V })
	a.in, a.inStart = compress(n, edges, func(e Edge) (int, int) { return e.V, e.U })
	return a
}

// compress omits edges that do not join features, which Validate rejects.
func compress(n int, edges []Edge, ends func(Edge) (int, int)) (list, start []int32) {
	list, start = make([]int32, len(edges)), make([]int32, n+1)
	joins := func(e Edge) bool { return e.U >= 0 && e.U < n && e.V >= 0 && e.V < n }
	for _, e := range edges {
		if row, _ := ends(e); joins(e) {
			start[row+1]++
		}
	}
	for i := range n {
		start[i+1] += start[i]
	}
	next := slices.Clone(start)
	for i, e := range edges {
		if row, _ := ends(e); joins(e) {
			list[next[row]] = int32(i)
			next[row]++
		}
	}
	byColumn := func(i, j int32) int {
		_, a := ends(edges[i])
		_, b := ends(edges[j])
		return a - b
	}
	for i := range n {
		if row := list[start[i]:start[i+1]]; !slices.IsSortedFunc(row, byColumn) {
			slices.SortFunc(row, byColumn)
		}
	}
	return list, start
}

func (a *adjacency) successors(u int) []int32   { return a.out[a.outStart[u]:a.outStart[u+1]] }
func (a *adjacency) predecessors(v int) []int32 { return a.in[a.inStart[v]:a.inStart[v+1]] }

// has reports whether the graph is not nil and has a feature with the id.
func (d *DAG) has(id int64) bool { return d != nil && id >= 0 && id < int64(len(d.Features)) }

// find returns the index of the edge u→v, or -1.
func (d *DAG) find(u, v int64) int {
	if !d.has(u) || !d.has(v) {
		return -1
	}
	row := d.adj().successors(int(u))
	k, ok := slices.BinarySearchFunc(row, int(v), func(i int32, v int) int { return d.Edges[i].V - v })
	if !ok {
		return -1
	}
	return int(row[k])
}

func (d *DAG) node(i int) Node { return Node{Index: i, Name: d.Features[i]} }

// Node returns the feature with the given id, or nil.
func (d *DAG) Node(id int64) graph.Node {
	if !d.has(id) {
		return nil
	}
	return d.node(int(id))
}

// Nodes returns all features.
func (d *DAG) Nodes() graph.Nodes {
	if d == nil {
		return graph.Empty
	}
	nodes := make([]graph.Node, len(d.Features))
	for i := range nodes {
		nodes[i] = d.node(i)
	}
	return orderedNodes(nodes)
}

// From returns the direct successors of id, which are less important.
func (d *DAG) From(id int64) graph.Nodes {
	if d.Node(id) == nil {
		return graph.Empty
	}
	row := d.adj().successors(int(id))
	nodes := make([]graph.Node, len(row))
	for i, e := range row {
		nodes[i] = d.node(d.Edges[e].V)
	}
	return orderedNodes(nodes)
}

// To returns the direct predecessors of id, which are more important.
func (d *DAG) To(id int64) graph.Nodes {
	if d.Node(id) == nil {
		return graph.Empty
	}
	row := d.adj().predecessors(int(id))
	nodes := make([]graph.Node, len(row))
	for i, e := range row {
		nodes[i] = d.node(d.Edges[e].U)
	}
	return orderedNodes(nodes)
}

func orderedNodes(nodes []graph.Node) graph.Nodes {
	if len(nodes) == 0 {
		return graph.Empty
	}
	return iterator.NewOrderedNodes(nodes)
}

// HasEdgeFromTo reports whether u→v is an edge.
func (d *DAG) HasEdgeFromTo(uid, vid int64) bool { return d.find(uid, vid) >= 0 }

// HasEdgeBetween reports whether u→v or v→u is an edge.
func (d *DAG) HasEdgeBetween(xid, yid int64) bool {
	return d.find(xid, yid) >= 0 || d.find(yid, xid) >= 0
}

// Edge returns u→v as a GraphEdge, or nil.
func (d *DAG) Edge(uid, vid int64) graph.Edge {
	i := d.find(uid, vid)
	if i < 0 {
		return nil
	}
	e := d.Edges[i]
	return GraphEdge{Edge: e, F: d.node(e.U), T: d.node(e.V)}
}
