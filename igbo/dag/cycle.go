package dag

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/topo"
)

// CycleError reports the cycles of an importance graph. Components lists the strongly connected
// components with more than one feature, each sorted by id; errors.As can extract them as a
// topo.Unorderable. Cycle is a shortest cycle. It does not repeat its first feature at the end.
type CycleError struct {
	Components [][]graph.Node
	Cycle      []graph.Node
}

// Error names the components and a shortest cycle. It truncates long ones.
func (e CycleError) Error() string {
	parts := make([]string, 0, len(e.Components))
	for _, c := range e.Components {
		parts = append(parts, "{"+joinNodes(c, ", ")+"}")
	}
	if len(parts) > 5 {
		parts = append(parts[:5], "…")
	}
	msg := fmt.Sprintf("dag: %d cyclic component(s) %s", len(e.Components), strings.Join(parts, ", "))
	if len(e.Cycle) > 0 {
		msg += fmt.Sprintf("; shortest cycle %s → %v", joinNodes(e.Cycle, " → "), e.Cycle[0])
	}
	return msg + "; the graph must be acyclic"
}

func joinNodes(nodes []graph.Node, sep string) string {
	names := make([]string, 0, len(nodes))
	for i, n := range nodes {
		if i == 10 {
			names = append(names, "…")
			break
		}
		names = append(names, fmt.Sprint(n))
	}
	return strings.Join(names, sep)
}

// Unwrap returns the components as a topo.Unorderable.
func (e CycleError) Unwrap() error { return topo.Unorderable(e.Components) }

// As allows errors.As to fill a CycleError or a *CycleError.
func (e *CycleError) As(target any) bool {
	if t, ok := target.(*CycleError); ok {
		*t = *e
		return true
	}
	return false
}

// Acyclic returns nil if the graph is acyclic, and a *CycleError if it has a cycle. It also returns
// an error for a nil graph, and for edges between features that do not exist.
func (d *DAG) Acyclic() error {
	if err := d.checkEnds(); err != nil {
		return err
	}
	if _, ok := d.order(); ok {
		return nil
	}
	return d.cycleError()
}

// Order returns the features from the most to the least important, in topological order. The same graph always gives the same
// order. The relative position of two features is arbitrary if no path of edges joins them. Order returns a *CycleError if the
// graph has a cycle, and an error for a nil graph.
func (d *DAG) Order() ([]int, error) {
	if err := d.checkEnds(); err != nil {
		return nil, err
	}
	order, ok := d.order()
	if !ok {
		return nil, d.cycleError()
	}
	return order, nil
}

// order implements Kahn's algorithm, in O(V+E) on the compressed rows.
func (d *DAG) order() ([]int, bool) {
	a, n := d.adj(), len(d.Features)
	left := make([]int32, n)
	order := make([]int, 0, n)
	for v := range n {
		left[v] = a.inStart[v+1] - a.inStart[v]
		if left[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, e := range a.successors(order[i]) {
			v := d.Edges[e].V
			if left[v]--; left[v] == 0 {
				order = append(order, v)
			}
		}
	}
	return order, len(order) == n
}

func (d *DAG) cycleError() *CycleError {
	err := &CycleError{}
	for _, c := range d.components() {
		err.Components = append(err.Components, d.nodesOf(c))
	}
	err.Cycle = d.nodesOf(d.shortestCycle())
	return err
}

func (d *DAG) nodesOf(indices []int) []graph.Node {
	nodes := make([]graph.Node, len(indices))
	for i, k := range indices {
		nodes[i] = d.node(k)
	}
	return nodes
}

// components returns the strongly connected components with more than one feature. Each one is
// sorted, and they are in the order of their first features.
func (d *DAG) components() [][]int {
	var cs [][]int
	for _, c := range topo.TarjanSCC(d) {
		if len(c) < 2 {
			continue
		}
		ids := make([]int, len(c))
		for i, n := range c {
			ids[i] = int(n.ID())
		}
		slices.Sort(ids)
		cs = append(cs, ids)
	}
	slices.SortFunc(cs, func(a, b []int) int { return a[0] - b[0] })
	return cs
}

// shortestCycle returns a cycle with the fewest edges, or nil. It runs a breadth-first search from
// every feature of a cyclic component, limited to the length of the best cycle found so far.
func (d *DAG) shortestCycle() []int {
	var best []int
	parent := make([]int32, len(d.Features))
	for _, c := range d.components() {
		for _, root := range c {
			if cycle := d.cycleThrough(root, len(best), parent); cycle != nil {
				best = cycle
			}
			if len(best) == 2 {
				return best
			}
		}
	}
	return best
}

// cycleThrough returns a shortest cycle through root with fewer than limit edges (0 means no
// limit). It only visits features with a larger index than root, because every cycle is found from
// its first feature.
func (d *DAG) cycleThrough(root, limit int, parent []int32) []int {
	for i := range parent {
		parent[i] = -1
	}
	a := d.adj()
	level := []int{root}
	for depth := 1; len(level) > 0 && (limit == 0 || depth < limit); depth++ {
		var next []int
		for _, u := range level {
			for _, e := range a.successors(u) {
				v := d.Edges[e].V
				if v == root {
					return backtrack(parent, root, u)
				}
				if v > root && parent[v] < 0 {
					parent[v] = int32(u)
					next = append(next, v)
				}
			}
		}
		level = next
	}
	return nil
}

func backtrack(parent []int32, root, last int) []int {
	var cycle []int
	for v := last; v != root; v = int(parent[v]) {
		cycle = append(cycle, v)
	}
	cycle = append(cycle, root)
	slices.Reverse(cycle)
	return cycle
}
