package plots

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/diagram"
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
// right where that leaves more room. Edge width shows probability. In SVG, the
// tooltip shows P, ε and δ. The more features are below a box, the wider it is
// (the taller, in a drawing to the right). Features with no edge are drawn dashed, names of
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
	s, err := apply(canvas.Settings{
		Name: "dag", Title: "Importance order", Width: 720, Height: 400, AutoHeight: true,
	}, opts, func(c *checker) { c.dag(features, edges) })
	if err != nil {
		return nil, err
	}
	ends := make([][2]int, len(edges))
	for i, e := range edges {
		ends[i] = [2]int{e.U, e.V}
	}
	width := vg.Length(s.Width)*canvas.Pixel - vg.Points(24)
	l, err := diagram.Arrange(ctx, features, ends, width, edgeWeight(1).at(1), true)
	if err != nil {
		return nil, fmt.Errorf("plots: %s: %w", s.Name, err)
	}
	scale := min(1, width/l.Width)
	if s.AutoHeight {
		s.Height = min(maxHeight, max(160, int(math.Ceil(float64((l.Height*scale+vg.Points(58))/canvas.Pixel)))))
	}
	scale = min(scale, (vg.Length(s.Height)*canvas.Pixel-vg.Points(58))/l.Height)
	weight := edgeWeight(max(0.2, scale))
	cyclic := onCycle(len(features), edges)
	s.Alt = cmp.Or(s.Alt, dagWords(s.Title, l.Names, edges))
	return s.Chart(l.Panel(edgeStyles(l.Names, edges, cyclic, weight)), dagLegend(edges, cyclic, weight)...), nil
}

// dag names the first fault of the input.
func (c *checker) dag(features []string, edges []DAGEdge) {
	c.notEmpty("features", len(features))
	if len(features) > maxDAGFeatures || len(edges) > maxDAGEdges {
		c.failf("%d features and %d edges, want at most %d and %d (draw fewer features or the transitive reduction)",
			len(features), len(edges), maxDAGFeatures, maxDAGEdges)
	}
	seen := map[[2]int]int{}
	for i, e := range edges {
		if e.U < 0 || e.V < 0 || e.U >= len(features) || e.V >= len(features) {
			c.failf("edge %d goes from %d to %d, want indices of the %d features", i, e.U, e.V, len(features))
			break
		}
		name := fmt.Sprintf("edge %d (%s → %s)", i, features[e.U], features[e.V])
		if first, ok := seen[[2]int{e.U, e.V}]; ok {
			c.failf("%s repeats edge %d", name, first)
		}
		seen[[2]int{e.U, e.V}] = i
		if !(e.P >= 0 && e.P <= 1) {
			c.failf("%s has P = %v, want a probability in [0, 1]", name, e.P)
		}
		if !(e.Epsilon <= e.Delta) || math.IsInf(e.Epsilon, 0) {
			c.failf("%s has the interval [%v, %v], want ε ≤ δ", name, e.Epsilon, e.Delta)
		}
	}
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

// dagWords says which edges there are, the first thirty.
func dagWords(title string, names []string, edges []DAGEdge) string {
	const most = 30
	var arrows []string
	for _, e := range edges[:min(most, len(edges))] {
		arrows = append(arrows, names[e.U]+" → "+names[e.V])
	}
	if len(edges) > most {
		arrows = append(arrows, "…")
	}
	return strings.TrimSuffix(fmt.Sprintf("%s, %d features and %d edges: %s", title, len(names), len(edges), strings.Join(arrows, ", ")), ": ")
}

// edgeStyles are the edges' widths, colours and tooltips.
func edgeStyles(names []string, edges []DAGEdge, cyclic []bool, weight edgeWeight) []diagram.EdgeStyle {
	styles := make([]diagram.EdgeStyle, len(edges))
	for i, e := range edges {
		styles[i] = diagram.EdgeStyle{
			Width: weight.at(e.P), Color: edgeColor(cyclic[i]),
			Tip: fmt.Sprintf("%s → %s: Pr = %.3g, difference in [%.3g, %.3g]", names[e.U], names[e.V], e.P, e.Epsilon, e.Delta),
		}
	}
	return styles
}

// dagLegend explains widths and, where there is one, cycles.
func dagLegend(edges []DAGEdge, cyclic []bool, weight edgeWeight) []canvas.LegendEntry {
	if len(edges) == 0 {
		return []canvas.LegendEntry{canvas.SwatchEntry("no edge passes", canvas.Swatch{})}
	}
	legend := []canvas.LegendEntry{
		canvas.LineEntry("Pr ≤ 0.5", canvas.Stroke(edgeColor(false), weight.at(0.5))),
		canvas.LineEntry("Pr = 0.75", canvas.Stroke(edgeColor(false), weight.at(0.75))),
		canvas.LineEntry("Pr = 1", canvas.Stroke(edgeColor(false), weight.at(1))),
	}
	if slices.Contains(cyclic, true) {
		legend = append(legend, canvas.LineEntry("on a cycle", canvas.Stroke(edgeColor(true), weight.at(0.75))))
	}
	return legend
}

// edgeWeight is the share of their full width that edges have in a drawing that is
// shrunk.
type edgeWeight vg.Length

// at is an edge's width: in full 0.6 points at P ≤ ½ and 4.2 points at P = 1.
func (w edgeWeight) at(p float64) vg.Length {
	return vg.Length(w) * vg.Points(0.6+7.2*math.Max(0, p-0.5))
}

// edgeColor tells edges on a cycle from the others.
func edgeColor(cyclic bool) color.NRGBA {
	if cyclic {
		return canvas.Vermillion
	}
	return color.NRGBA{R: 0x55, G: 0x60, B: 0x6C, A: 0xFF}
}
