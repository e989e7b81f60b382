package plots

import (
	"fmt"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// diagram makes a panel without axes that draws the layout in its middle.
func diagram(l layout, names []string, edges []DAGEdge, weight edgeWeight) *plot.Plot {
	p := newPanel()
	p.HideAxes()
	cyclic := onCycle(len(names), edges)
	linked := make([]bool, len(names))
	for _, e := range edges {
		linked[e.U], linked[e.V] = true, true
	}
	p.Add(painter{0, 1, 0, 1, func(c draw.Canvas, _, _ mapping) {
		place := l.fit(c)
		for i, e := range edges {
			tip := fmt.Sprintf("%s → %s: P = %.3g, d in [%.3g, %.3g]", names[e.U], names[e.V], e.P, e.Epsilon, e.Delta)
			tooltip(c, tip, func() { drawEdge(c, l.splines[i], place, edgeColor(cyclic[i]), weight.at(e.P)) })
		}
		for i, name := range names {
			if short := ellipsis(name); short != name {
				tooltip(c, name, func() { drawNode(c, l.nodes[i], place, short, linked[i]) })
				continue
			}
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
	arrowHead(c, before, base, arrowLength*place.scale, vg.Points(2.5)*place.scale+width*0.8, clr)
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
		return vermillion
	}
	return color.NRGBA{R: 0x55, G: 0x60, B: 0x6C, A: 0xFF}
}
