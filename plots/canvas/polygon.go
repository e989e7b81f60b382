package canvas

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Polygon is a marker in the shape of a regular polygon. Turn is its rotation in degrees; at zero,
// one corner points up. With zero corners, it is a circle. If Hollow is set, it is an outline
// filled with the background colour.
type Polygon struct {
	Corners int
	Turn    float64
	Hollow  bool
}

// SeriesPolygon returns the marker of the i-th series, filled or hollow. There are seven shapes.
func SeriesPolygon(i int, hollow bool) Polygon {
	shapes := [...]Polygon{
		{}, {Corners: 4, Turn: 45}, {Corners: 3}, {Corners: 4}, {Corners: 3, Turn: 180}, {Corners: 6}, {Corners: 3, Turn: 90},
	}
	shape := shapes[i%len(shapes)]
	shape.Hollow = hollow
	return shape
}

// DrawGlyph implements draw.GlyphDrawer. All shapes have about the same area.
func (g Polygon) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	var path vg.Path
	if g.Corners == 0 {
		path.Move(vg.Point{X: at.X + style.Radius, Y: at.Y})
		path.Arc(at, style.Radius, 0, 2*math.Pi)
	} else {
		angle := 2 * math.Pi / float64(g.Corners)
		radius := style.Radius * vg.Length(math.Sqrt(angle/math.Sin(angle)))
		for k := range g.Corners {
			sin, cos := math.Sincos(math.Pi/2 + g.Turn*math.Pi/180 + angle*float64(k))
			corner := vg.Point{X: at.X + radius*vg.Length(cos), Y: at.Y + radius*vg.Length(sin)}
			if k == 0 {
				path.Move(corner)
			} else {
				path.Line(corner)
			}
		}
	}
	path.Close()
	c.SetColor(style.Color)
	if g.Hollow {
		c.SetColor(Paper)
	}
	c.Fill(path)
	c.SetLineStyle(Stroke(style.Color, vg.Points(1)))
	c.Stroke(path)
}

// Corners returns the corners of a rectangle, anticlockwise from the lower left.
func Corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// Around returns a rectangle of the given size, centred on a point.
func Around(centre vg.Point, width, height vg.Length) vg.Rectangle {
	half := vg.Point{X: width / 2, Y: height / 2}
	return vg.Rectangle{Min: centre.Sub(half), Max: centre.Add(half)}
}

// ArrowHead draws an arrowhead of the given length and half width. It starts at base and points in
// the direction from before to base.
func ArrowHead(c draw.Canvas, before, base vg.Point, length, half vg.Length, clr color.Color) {
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

// Hatch draws the hatching of the i-th series in a box, so that series differ without colour: none,
// rising, falling, horizontal, or crossed.
func Hatch(c draw.Canvas, box vg.Rectangle, i int) {
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	if width <= 0 || height <= 0 {
		return
	}
	const gap = vg.Length(5.5)
	style := Stroke(Fade(Paper, 0.8), vg.Points(0.9))
	line := func(x0, y0, x1, y1 vg.Length) {
		c.StrokeLine2(style, box.Min.X+x0, box.Min.Y+y0, box.Min.X+x1, box.Min.Y+y1)
	}
	kind := i % 5
	if kind == 3 {
		for y := gap / 2; y < height; y += gap {
			line(0, y, width, y)
		}
		return
	}
	for at := gap / 2; at < width+height; at += gap * 1.4 { // where a falling line would reach the bottom
		left, right := max(0, at-height), min(at, width)
		if kind == 2 || kind == 4 {
			line(left, at-left, right, at-right)
		}
		if kind == 1 || kind == 4 {
			line(width-left, at-left, width-right, at-right)
		}
	}
}
