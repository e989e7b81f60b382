package diagram

import (
	"image/color"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// EdgeStyle holds the width of an edge in points, its colour, and its tooltip.
type EdgeStyle struct {
	Width vg.Length
	Color color.Color
	Tip   string
}

// Panel returns a panel without axes that shows the layout centred, and shrunk if it does not fit.
// styles has one element per edge. Boxes without edges have a dashed outline. The tooltip of a
// truncated name shows the full name.
func (l *Layout) Panel(styles []EdgeStyle) *plot.Plot {
	p := canvas.NewPanel()
	p.HideAxes()
	linked := make([]bool, len(l.Names))
	for _, e := range l.edges {
		linked[e[0]], linked[e[1]] = true, true
	}
	p.Add(canvas.Paint(0, 1, 0, 1, func(c draw.Canvas, _, _ canvas.Mapping) {
		place := l.fit(c)
		for i, style := range styles {
			canvas.Tooltip(c, style.Tip, func() { drawEdge(c, l.splines[i], place, style, l.heads[i]) })
		}
		for i, name := range l.Names {
			if short := ellipsis(name); short != name {
				canvas.Tooltip(c, name, func() { drawNode(c, l.nodes[i], place, short, linked[i]) })
				continue
			}
			drawNode(c, l.nodes[i], place, name, linked[i])
		}
	}))
	return p
}

// placement scales and shifts the points of a layout.
type placement struct {
	scale  vg.Length
	offset vg.Point
}

// at returns the position of a point on the canvas.
func (p placement) at(q vg.Point) vg.Point {
	return vg.Point{X: p.offset.X + p.scale*q.X, Y: p.offset.Y + p.scale*q.Y}
}

// fit returns the placement that centres the layout on the canvas, shrunk if it does not fit.
func (l *Layout) fit(c draw.Canvas) placement {
	size := c.Size()
	scale := min(1, size.X/l.Width, size.Y/l.Height)
	return placement{scale: scale, offset: vg.Point{
		X: c.Min.X + (size.X-l.Width*scale)/2,
		Y: c.Min.Y + (size.Y-l.Height*scale)/2,
	}}
}

// nameSize returns the font size of a name in a box. It is the size of all other labels if the box
// has enough space for it, even if the drawing is shrunk.
func nameSize(name string, box vg.Point, scale vg.Length) vg.Length {
	free := box.X - 2*canvas.LabelSize/3
	fits := canvas.LabelSize * min(free/canvas.TextWidth(name, canvas.LabelSize, font.WeightNormal), box.Y/(1.4*canvas.LabelSize))
	return max(canvas.LabelSize*scale, min(canvas.LabelSize, fits))
}

// drawNode draws the box and the name of a node.
func drawNode(c draw.Canvas, r vg.Rectangle, place placement, name string, linked bool) {
	box := vg.Rectangle{Min: place.at(r.Min), Max: place.at(r.Max)}
	border, fill := canvas.Stroke(canvas.Blue, vg.Points(1.1)), color.NRGBA{R: 0xE4, G: 0xF0, B: 0xF8, A: 0xFF}
	if !linked {
		border, fill = canvas.Dashed(canvas.Muted, vg.Points(0.8)), canvas.Paper
	}
	c.FillPolygon(fill, canvas.Corners(box))
	c.StrokeLines(border, append(canvas.Corners(box), box.Min))
	style := canvas.TextStyle(nameSize(name, box.Size(), place.scale), font.WeightNormal, canvas.Ink)
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	c.FillText(style, vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}, name)
}

// drawEdge draws the line and the arrowhead of an edge, both at most as wide as the space for the
// head.
func drawEdge(c draw.Canvas, spline []vg.Point, place placement, style EdgeStyle, head vg.Length) {
	points := make([]vg.Point, len(spline))
	for i, p := range spline {
		points[i] = place.at(p)
	}
	var path vg.Path
	path.Move(points[0])
	for i := 3; i < len(points); i += 3 {
		path.CubeTo(points[i-2], points[i-1], points[i])
	}
	head *= place.scale
	c.SetLineStyle(canvas.Stroke(style.Color, min(style.Width, head)))
	c.Stroke(path)
	base, before := points[len(points)-1], points[len(points)-2]
	canvas.ArrowHead(c, before, base, arrowLength*place.scale, min(arrowWidth(style.Width, place.scale), head)/2, style.Color)
}
