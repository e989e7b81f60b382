package plots

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/plot/vg"
)

// DAGEdge is an edge U → V: feature U is more important than feature V with
// probability P, and H_U − H_V shall lie in [Epsilon, Delta]. Delta may be +Inf.
type DAGEdge struct {
	U, V           int
	P              float64
	Epsilon, Delta float64
}

// The largest graph drawn: beyond it neither layout nor reader keeps up.
const (
	maxDAGFeatures = 1000
	maxDAGEdges    = 3000
)

// maxHeight is the greatest height in pixels that follows from a layout.
const maxHeight = 8000

// DAG draws the features in layers, the more important above: downwards, or to the
// right where that leaves more room. An edge is as wide as it is probable; its
// tooltip (SVG) tells P, ε and δ. Features with no edge are drawn dashed, names of
// more than 40 characters are cut. Edges on a cycle, which an estimator by plain
// frequencies can make, are drawn in another colour, and so are loops.
//
// The height follows from the layout, up to 8000 pixels, unless the option Size sets
// it. Draw the transitive reduction where the graph is dense. Errors: an index out
// of range, an edge given twice, P outside [0, 1], ε > δ, more than 1000 features or
// 3000 edges.
func DAG(features []string, edges []DAGEdge, opts ...Option) (*Chart, error) {
	return DAGContext(context.Background(), features, edges, opts...)
}

// DAGContext is DAG with a context that ends a long layout early, with its error.
func DAGContext(ctx context.Context, features []string, edges []DAGEdge, opts ...Option) (*Chart, error) {
	s, err := settings{
		name: "dag", title: "Importance order", width: 720, height: 400, autoHeight: true,
	}.apply(opts)
	if err != nil {
		return nil, err
	}
	if err := checkDAG(s.name, features, edges); err != nil {
		return nil, err
	}
	names := make([]string, len(features))
	for i, name := range features {
		names[i] = oneLine(name)
	}
	l, err := bestLayout(ctx, names, edges, vg.Length(s.width)*pixel-vg.Points(24))
	if err != nil {
		return nil, err
	}
	scale := min(1, (vg.Length(s.width)*pixel-vg.Points(24))/l.width)
	if s.autoHeight {
		s.height = min(maxHeight, max(160, int(math.Ceil(float64((l.height*scale+vg.Points(58))/pixel)))))
	}
	scale = min(scale, (vg.Length(s.height)*pixel-vg.Points(58))/l.height)
	weight := edgeWeight(max(0.2, scale))
	return s.chart(diagram(l, names, edges, weight), dagLegend(edges, weight)...), nil
}

// checkDAG names the first fault of the input.
func checkDAG(figure string, features []string, edges []DAGEdge) error {
	c := checker{figure: figure}
	c.notEmpty("features", len(features))
	if len(features) > maxDAGFeatures || len(edges) > maxDAGEdges {
		c.failf("%d features and %d edges, expected at most %d and %d: draw fewer features or the transitive reduction",
			len(features), len(edges), maxDAGFeatures, maxDAGEdges)
	}
	seen := map[[2]int]int{}
	for i, e := range edges {
		if e.U < 0 || e.V < 0 || e.U >= len(features) || e.V >= len(features) {
			c.failf("edge %d goes from %d to %d, expected indices of the %d features", i, e.U, e.V, len(features))
			break
		}
		name := fmt.Sprintf("edge %d (%s → %s)", i, features[e.U], features[e.V])
		if first, ok := seen[[2]int{e.U, e.V}]; ok {
			c.failf("%s repeats edge %d", name, first)
		}
		seen[[2]int{e.U, e.V}] = i
		if !(e.P >= 0 && e.P <= 1) {
			c.failf("%s has P = %v, expected a probability in [0, 1]", name, e.P)
		}
		if !(e.Epsilon <= e.Delta) || math.IsInf(e.Epsilon, 0) {
			c.failf("%s has the interval [%v, %v], expected ε ≤ δ", name, e.Epsilon, e.Delta)
		}
	}
	return c.err
}

// onCycle tells for every edge whether it lies on a cycle: its ends are in one
// strongly connected component.
func onCycle(features int, edges []DAGEdge) []bool {
	g := simple.NewDirectedGraph()
	for i := range features {
		g.AddNode(simple.Node(i))
	}
	for _, e := range edges {
		if e.U == e.V {
			continue // gonum's graph takes no loops
		}
		g.SetEdge(simple.Edge{F: simple.Node(e.U), T: simple.Node(e.V)})
	}
	component := make([]int, features)
	for k, nodes := range topo.TarjanSCC(g) {
		for _, n := range nodes {
			component[n.ID()] = k
		}
	}
	cyclic := make([]bool, len(edges))
	for i, e := range edges {
		cyclic[i] = component[e.U] == component[e.V]
	}
	return cyclic
}

// dagLegend explains widths and, where there is one, cycles.
func dagLegend(edges []DAGEdge, weight edgeWeight) []legendEntry {
	if len(edges) == 0 {
		return []legendEntry{entry("no edge passes", swatch{})}
	}
	legend := []legendEntry{
		lineEntry("P ≤ 0.5", stroke(edgeColor(false), weight.at(0.5))),
		lineEntry("P = 0.75", stroke(edgeColor(false), weight.at(0.75))),
		lineEntry("P = 1", stroke(edgeColor(false), weight.at(1))),
	}
	if slices.Contains(onCycle(maxIndex(edges)+1, edges), true) {
		legend = append(legend, lineEntry("on a cycle", stroke(edgeColor(true), weight.at(0.75))))
	}
	return legend
}

// maxIndex returns the largest index of a feature in the edges.
func maxIndex(edges []DAGEdge) int {
	largest := 0
	for _, e := range edges {
		largest = max(largest, e.U, e.V)
	}
	return largest
}
