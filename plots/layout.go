package plots

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/layered"
)

// layout is a layered drawing of a graph, in points, the origin below left.
type layout struct {
	width, height vg.Length
	nodes         []vg.Rectangle
	splines       [][]vg.Point // for each edge 1 + 3k control points, the last one at the arrow's base
}

// arrowLength is the length that layouts leave for an arrow head.
const arrowLength = vg.Length(10)

// bestLayout lays the graph out downwards, or to the right where downwards it would
// have to be shrunk below 0.6 to fit the width, and to the right less.
func bestLayout(ctx context.Context, names []string, edges []DAGEdge, width vg.Length) (layout, error) {
	g := boxes(names, edges)
	down, err := arrange(ctx, g, width, false)
	if err != nil || 0.6*down.width <= width {
		return down, err
	}
	right, err := arrange(ctx, g, width, true)
	if err != nil || right.width >= down.width {
		return down, err
	}
	return right, nil
}

// boxes returns a node a name, wide enough for the name and for the arrow heads that
// stand beside each other at it, up to 20 of them.
func boxes(names []string, edges []DAGEdge) layered.Graph {
	var g layered.Graph
	heads := make([]int, len(names))
	for _, e := range edges {
		g.Edges = append(g.Edges, [2]int{e.U, e.V})
		heads[e.V]++
	}
	for i, name := range names {
		text := textWidth(ellipsis(name), labelSize, font.WeightNormal) + vg.Points(17)
		g.Width = append(g.Width, max(36, text.Points(), 12+8*float64(min(20, heads[i]))))
		g.Height = append(g.Height, 26)
	}
	return g
}

// arrange lays the graph out from the top, or from the left: then the layout is
// that of the boxes laid on their sides, turned.
func arrange(ctx context.Context, g layered.Graph, width vg.Length, fromLeft bool) (layout, error) {
	cfg := layered.Config{NodeGap: 25, EdgeGap: 12, LayerGap: 36, Arrow: arrowLength.Points(), RowWidth: width.Points()}
	sizes := g
	if fromLeft {
		sizes.Width, sizes.Height = g.Height, g.Width
		cfg.NodeGap, cfg.LayerGap = 14, 44
	}
	d, err := layered.Draw(ctx, sizes, cfg)
	if err != nil {
		return layout{}, fmt.Errorf("plots: dag: %w", err)
	}
	place := func(p layered.Point) vg.Point {
		if fromLeft {
			return vg.Point{X: vg.Length(p.Y), Y: vg.Length(d.Width - p.X)}
		}
		return vg.Point{X: vg.Length(p.X), Y: vg.Length(d.Height - p.Y)}
	}
	l := layout{width: vg.Length(d.Width), height: vg.Length(d.Height)}
	if fromLeft {
		l.width, l.height = l.height, l.width
	}
	for v, centre := range d.Nodes {
		l.nodes = append(l.nodes, around(place(centre), vg.Length(g.Width[v]), vg.Length(g.Height[v])))
	}
	for _, curve := range d.Edges {
		spline := make([]vg.Point, len(curve))
		for i, p := range curve {
			spline[i] = place(p)
		}
		l.splines = append(l.splines, spline)
	}
	return l, nil
}

// maxLabel is the number of characters of a name that a box shows.
const maxLabel = 40

// ellipsis cuts a name that is too long for a box.
func ellipsis(name string) string {
	if runes := []rune(name); len(runes) > maxLabel {
		return string(runes[:maxLabel-1]) + "…"
	}
	return name
}

// oneLine makes a name fit for a box and for XML: line breaks and other control
// characters become spaces, what is no character becomes U+FFFD.
func oneLine(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case r == 0xFFFE, r == 0xFFFF, strings.ContainsRune(tooltipOpen+tooltipClose, r):
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
}
