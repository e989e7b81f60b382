package canvas

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Polyline draws a line through the points, cut at the panel's edge.
func Polyline(xs, ys []float64, style draw.LineStyle) Painter {
	xmin, xmax := Bounds(xs)
	ymin, ymax := Bounds(ys)
	return Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y Mapping) {
		points := make([]vg.Point, len(xs))
		for i := range xs {
			points[i] = vg.Point{X: x(xs[i]), Y: y(ys[i])}
		}
		c.StrokeLines(style, c.ClipLinesXY(points)...)
	})
}

// Markers draws a glyph at every point inside the panel.
func Markers(xs, ys []float64, style draw.GlyphStyle) Painter {
	xmin, xmax := Bounds(xs)
	ymin, ymax := Bounds(ys)
	return Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y Mapping) {
		for i := range xs {
			at := vg.Point{X: x(xs[i]), Y: y(ys[i])}
			if c.Contains(at) {
				c.DrawGlyph(style, at)
			}
		}
	})
}

// Band fills between low and high, cut at the panel's edge.
func Band(xs, low, high []float64, fill color.Color) Painter {
	xmin, xmax := Bounds(xs)
	ymin, ymax := Bounds(low, high)
	return Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y Mapping) {
		points := make([]vg.Point, 0, 2*len(xs))
		for i := range xs {
			points = append(points, vg.Point{X: x(xs[i]), Y: y(high[i])})
		}
		for i := len(xs) - 1; i >= 0; i-- {
			points = append(points, vg.Point{X: x(xs[i]), Y: y(low[i])})
		}
		c.FillPolygon(fill, c.ClipPolygonXY(points))
	})
}

// ErrorBar draws a vertical interval with caps half as wide as given, all in points on
// the canvas.
func ErrorBar(c draw.Canvas, at, low, high, half vg.Length, style draw.LineStyle) {
	c.StrokeLine2(style, at, low, at, high)
	c.StrokeLine2(style, at-half, low, at+half, low)
	c.StrokeLine2(style, at-half, high, at+half, high)
}

// RuleY draws a line across the panel, from left to right, at a value.
func RuleY(v float64, style draw.LineStyle) FreePainter {
	return func(c draw.Canvas, _, y Mapping) { c.StrokeLine2(style, c.Min.X, y(v), c.Max.X, y(v)) }
}

// RuleX draws a line across the panel, from the lower to the upper edge, at a value.
func RuleX(v float64, style draw.LineStyle) FreePainter {
	return func(c draw.Canvas, x, _ Mapping) { c.StrokeLine2(style, x(v), c.Min.Y, x(v), c.Max.Y) }
}
