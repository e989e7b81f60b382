package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"golang.org/x/image/font"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	maxDAGFeatures = 200
	maxDAGEdges    = 500
)

// DAG draws the features in layers, the more important above, laid out by
// Graphviz. An edge is as wide as it is probable; its tooltip (SVG) tells P, ε
// and δ. Features with no edge are drawn dashed. Edges on a cycle, which an
// estimator by plain frequencies can make, are drawn in another colour.
//
// The height follows from the layout unless the option Size sets it. Draw the
// transitive reduction where the graph is dense. Errors: an index out of range,
// a loop, an edge given twice, P outside [0, 1], ε > δ, more than 200 features or
// 500 edges.
func DAG(features []string, edges []DAGEdge, opts ...Option) (*Chart, error) {
	s, err := settings{
		name: "dag", title: "Importance order", width: 720, height: 400, autoHeight: true,
	}.apply(opts)
	if err != nil {
		return nil, err
	}
	if err := checkDAG(s.name, features, edges); err != nil {
		return nil, err
	}
	l, err := bestLayout(features, edges, vg.Length(s.width)*pixel-vg.Points(24))
	if err != nil {
		return nil, err
	}
	scale := min(1, (vg.Length(s.width)*pixel-vg.Points(24))/l.width)
	if s.autoHeight {
		s.height = max(160, int(math.Ceil(float64((l.height*scale+vg.Points(58))/pixel))))
	}
	chart := s.chart(diagram(l, features, edges), dagLegend(edges)...)
	return chart, nil
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
		if e.U == e.V {
			c.failf("%s is a loop, expected two features", name)
		}
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

// bestLayout lays the graph out downwards, or to the right where downwards it would
// have to be shrunk below 0.6 to fit the width, and to the right less.
func bestLayout(features []string, edges []DAGEdge, width vg.Length) (layout, error) {
	pairs := make([][2]int, len(edges))
	for i, e := range edges {
		pairs[i] = [2]int{e.U, e.V}
	}
	down, err := layered(features, pairs, "TB")
	if err != nil || 0.6*down.width <= width {
		return down, err
	}
	right, err := layered(features, pairs, "LR")
	if err != nil || right.width >= down.width {
		return down, err
	}
	return right, nil
}

// diagram makes a panel without axes that draws the layout in its middle.
func diagram(l layout, features []string, edges []DAGEdge) *plot.Plot {
	p := newPanel()
	p.HideAxes()
	cyclic := onCycle(len(features), edges)
	linked := make([]bool, len(features))
	for _, e := range edges {
		linked[e.U], linked[e.V] = true, true
	}
	p.Add(painter{0, 1, 0, 1, func(c draw.Canvas, _, _ mapping) {
		place := l.fit(c)
		for i, e := range edges {
			tip := fmt.Sprintf("%s → %s: P = %.3g, d in [%.3g, %.3g]", features[e.U], features[e.V], e.P, e.Epsilon, e.Delta)
			tooltip(c, tip, func() { drawEdge(c, l.splines[i], place, edgeColor(cyclic[i]), edgeWidth(e.P)) })
		}
		for i, name := range features {
			drawNode(c, l.nodes[i], place, name, linked[i])
		}
	}})
	return p
}

// placement scales and moves a layout's points.
type placement struct {
	scale  vg.Length
	offset vg.Point
}

// at places a point.
func (p placement) at(q vg.Point) vg.Point {
	return vg.Point{X: p.offset.X + p.scale*q.X, Y: p.offset.Y + p.scale*q.Y}
}

// fit centres the layout on the canvas, shrunk where it must be.
func (l layout) fit(c draw.Canvas) placement {
	size := c.Size()
	scale := min(1, size.X/l.width, size.Y/l.height)
	return placement{scale: scale, offset: vg.Point{
		X: c.Min.X + (size.X-l.width*scale)/2,
		Y: c.Min.Y + (size.Y-l.height*scale)/2,
	}}
}

// drawNode draws a feature's box and name.
func drawNode(c draw.Canvas, r vg.Rectangle, place placement, name string, linked bool) {
	box := vg.Rectangle{Min: place.at(r.Min), Max: place.at(r.Max)}
	border, fill := stroke(blue, vg.Points(1.1)), color.NRGBA{R: 0xE4, G: 0xF0, B: 0xF8, A: 0xFF}
	if !linked {
		border, fill = dashed(muted, vg.Points(0.8)), paper
	}
	c.FillPolygon(fill, corners(box))
	c.StrokeLines(border, append(corners(box), box.Min))
	style := textStyle(labelSize*place.scale, font.WeightNormal, ink)
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	c.FillText(style, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}, name)
}

// drawEdge draws an edge's line and arrow head.
func drawEdge(c draw.Canvas, spline []vg.Point, place placement, clr color.Color, width vg.Length) {
	points := make([]vg.Point, len(spline))
	for i, p := range spline {
		points[i] = place.at(p)
	}
	var path vg.Path
	path.Move(points[0])
	for i := 3; i < len(points); i += 3 {
		path.CubeTo(points[i-2], points[i-1], points[i])
	}
	c.SetLineStyle(stroke(clr, width))
	c.Stroke(path)
	base, before := points[len(points)-1], points[len(points)-2]
	arrowHead(c, before, base, arrowLength*place.scale, vg.Points(2.5)+width*0.8, clr)
}

// arrowHead draws a head of the length and half width given, from base onwards
// in the direction from before to base.
func arrowHead(c draw.Canvas, before, base vg.Point, length, half vg.Length, clr color.Color) {
	dx, dy := float64(base.X-before.X), float64(base.Y-before.Y)
	norm := math.Hypot(dx, dy)
	if norm == 0 {
		return
	}
	ux, uy := vg.Length(dx/norm), vg.Length(dy/norm)
	c.FillPolygon(clr, []vg.Point{
		{X: base.X + ux*length, Y: base.Y + uy*length},
		{X: base.X - uy*half, Y: base.Y + ux*half},
		{X: base.X + uy*half, Y: base.Y - ux*half},
	})
}

// edgeWidth is 0.6 points at P ≤ ½ and 4.2 points at P = 1.
func edgeWidth(p float64) vg.Length { return vg.Points(0.6 + 7.2*math.Max(0, p-0.5)) }

// edgeColor tells edges on a cycle from the others.
func edgeColor(cyclic bool) color.NRGBA {
	if cyclic {
		return vermillion
	}
	return color.NRGBA{R: 0x55, G: 0x60, B: 0x6C, A: 0xFF}
}

// onCycle tells for every edge whether it lies on a cycle: its ends are in one
// strongly connected component.
func onCycle(features int, edges []DAGEdge) []bool {
	g := simple.NewDirectedGraph()
	for i := range features {
		g.AddNode(simple.Node(i))
	}
	for _, e := range edges {
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
func dagLegend(edges []DAGEdge) []legendEntry {
	if len(edges) == 0 {
		return []legendEntry{entry("no edge passes", swatch{})}
	}
	legend := []legendEntry{
		lineEntry("P ≤ 0.5", stroke(edgeColor(false), edgeWidth(0.5))),
		lineEntry("P = 0.75", stroke(edgeColor(false), edgeWidth(0.75))),
		lineEntry("P = 1", stroke(edgeColor(false), edgeWidth(1))),
	}
	if slices.Contains(onCycle(maxIndex(edges)+1, edges), true) {
		legend = append(legend, lineEntry("on a cycle", stroke(edgeColor(true), edgeWidth(0.75))))
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
