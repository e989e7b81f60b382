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

// DAGEdge is an edge U → V: feature U is more important than feature V with probability P, and
// H_U − H_V must be in [Epsilon, Delta]. U and V are feature indices. Delta may be +Inf.
type DAGEdge struct {
	U, V           int
	P              float64
	Epsilon, Delta float64
}

// Limits on the graph: larger ones take too long to lay out and are unreadable.
const (
	maxDAGFeatures = 1000
	maxDAGEdges    = 3000
)

// maxHeight is the largest automatic figure height, in pixels.
const maxHeight = 8000

// DAG draws an importance graph in layers, with more important features first. The layers run from
// top to bottom, or from left to right if that needs less shrinking.
//
// The width of an edge shows its probability. In SVG, the edge's tooltip shows P, ε and δ. A box is wider, or taller in a
// left-to-right drawing, the more features are reachable from it. Features without edges have a dashed outline. Names longer than
// 40 characters are truncated. Edges on a cycle, including self-loops, have a different colour; an estimator that uses plain
// frequencies can produce cycles.
//
// The layout determines the height, up to 8000 pixels, unless the option [Size] sets it. If the
// graph is dense, draw its transitive reduction.
//
// DAG returns an error if an index is out of range, an edge is repeated, P is outside [0, 1],
// ε > δ, or there are more than 1000 features or 3000 edges.
func DAG(features []string, edges []DAGEdge, opts ...Option) (*Chart, error) {
	return DAGContext(context.Background(), features, edges, opts...)
}

// DAGContext is like [DAG], but it stops and returns the context's error when ctx is done.
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

// dag records the first error in the input.
func (c *checker) dag(features []string, edges []DAGEdge) {
	c.notEmpty("features", len(features))
	if len(features) > maxDAGFeatures || len(edges) > maxDAGEdges {
		c.failf("the graph is too large: %d features and %d edges (max %d and %d); draw fewer features or the transitive reduction",
			len(features), len(edges), maxDAGFeatures, maxDAGEdges)
	}
	seen := map[[2]int]int{}
	for i, e := range edges {
		if e.U < 0 || e.V < 0 || e.U >= len(features) || e.V >= len(features) {
			c.failf("edge %d from %d to %d must use indices of the %d features", i, e.U, e.V, len(features))
			break
		}
		name := fmt.Sprintf("edge %d (%s → %s)", i, features[e.U], features[e.V])
		if first, ok := seen[[2]int{e.U, e.V}]; ok {
			c.failf("%s repeats edge %d", name, first)
		}
		seen[[2]int{e.U, e.V}] = i
		if !(e.P >= 0 && e.P <= 1) {
			c.failf("%s: P must be a probability in [0, 1], got %v", name, e.P)
		}
		if !(e.Epsilon <= e.Delta) || math.IsInf(e.Epsilon, 0) {
			c.failf("%s: the interval [%v, %v] must have ε ≤ δ", name, e.Epsilon, e.Delta)
		}
	}
}

// onCycle reports for each edge whether it is on a cycle, which means that both ends are in the
// same strongly connected component.
func onCycle(features int, edges []DAGEdge) []bool {
	g := simple.NewDirectedGraph()
	for i := range features {
		g.AddNode(simple.Node(i))
	}
	for _, e := range edges {
		if e.U == e.V {
			continue // gonum's graph does not allow self-loops
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

// dagWords describes the graph in words and lists its first 30 edges.
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

// edgeStyles returns the width, colour and tooltip of each edge.
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

// dagLegend explains the edge widths and, if the graph has a cycle, the colour of edges on a cycle.
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

// edgeWeight is the factor by which edge widths are scaled if the drawing is shrunk.
type edgeWeight vg.Length

// at returns the width of an edge with probability p. The unscaled width is 0.6 points for p ≤ ½
// and grows linearly to 4.2 points at p = 1.
func (w edgeWeight) at(p float64) vg.Length {
	return vg.Length(w) * vg.Points(0.6+7.2*math.Max(0, p-0.5))
}

// edgeColor returns the colour of edges on a cycle, or that of all other edges.
func edgeColor(cyclic bool) color.NRGBA {
	if cyclic {
		return canvas.Vermillion
	}
	return color.NRGBA{R: 0x55, G: 0x60, B: 0x6C, A: 0xFF}
}
