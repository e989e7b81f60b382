package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mapping transforms data coordinates to canvas coordinates.
type mapping func(float64) vg.Length

// painter is a plotter made of a function; it covers the data range given.
type painter struct {
	xmin, xmax, ymin, ymax float64
	paint                  func(c draw.Canvas, x, y mapping)
}

// Plot draws. It implements plot.Plotter.
func (p painter) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	p.paint(c, x, y)
}

// DataRange implements plot.DataRanger.
func (p painter) DataRange() (xmin, xmax, ymin, ymax float64) {
	return p.xmin, p.xmax, p.ymin, p.ymax
}

// freePainter is a painter that leaves the axes' ranges alone.
type freePainter func(c draw.Canvas, x, y mapping)

// Plot draws. It implements plot.Plotter.
func (f freePainter) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	f(c, x, y)
}

// bounds returns the smallest and largest of several slices.
func bounds(slices ...[]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range slices {
		for _, v := range s {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	return lo, hi
}

// grid draws hairlines at the labelled ticks of the axes asked for.
func grid(p *plot.Plot, vertical, horizontal bool) {
	p.Add(freeGrid{p: p, vertical: vertical, horizontal: horizontal})
}

// freeGrid is the plotter behind grid.
type freeGrid struct {
	p                    *plot.Plot
	vertical, horizontal bool
}

// Plot draws the hairlines. It implements plot.Plotter.
func (g freeGrid) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	style := stroke(hairRGB, thinWidth)
	if g.vertical {
		for _, t := range labelled(plt.X) {
			c.StrokeLine2(style, x(t), c.Min.Y, x(t), c.Max.Y)
		}
	}
	if g.horizontal {
		for _, t := range labelled(plt.Y) {
			c.StrokeLine2(style, c.Min.X, y(t), c.Max.X, y(t))
		}
	}
}

// labelled returns the places of an axis' labelled ticks within its range.
func labelled(a plot.Axis) []float64 {
	var values []float64
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Label != "" && t.Value >= a.Min && t.Value <= a.Max {
			values = append(values, t.Value)
		}
	}
	return values
}

// polyline draws a line through the points, cut at the panel's edge.
func polyline(xs, ys []float64, style draw.LineStyle) painter {
	xmin, xmax := bounds(xs)
	ymin, ymax := bounds(ys)
	return painter{xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y mapping) {
		points := make([]vg.Point, len(xs))
		for i := range xs {
			points[i] = vg.Point{X: x(xs[i]), Y: y(ys[i])}
		}
		c.StrokeLines(style, c.ClipLinesXY(points)...)
	}}
}

// markers draws a glyph at every point inside the panel.
func markers(xs, ys []float64, style draw.GlyphStyle) painter {
	xmin, xmax := bounds(xs)
	ymin, ymax := bounds(ys)
	return painter{xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y mapping) {
		for i := range xs {
			at := vg.Point{X: x(xs[i]), Y: y(ys[i])}
			if c.Contains(at) {
				c.DrawGlyph(style, at)
			}
		}
	}}
}

// band fills between low and high.
func band(xs, low, high []float64, fill color.Color) painter {
	xmin, xmax := bounds(xs)
	ymin, ymax := bounds(low, high)
	return painter{xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y mapping) {
		points := make([]vg.Point, 0, 2*len(xs))
		for i := range xs {
			points = append(points, vg.Point{X: x(xs[i]), Y: y(high[i])})
		}
		for i := len(xs) - 1; i >= 0; i-- {
			points = append(points, vg.Point{X: x(xs[i]), Y: y(low[i])})
		}
		c.FillPolygon(fill, c.ClipPolygonXY(points))
	}}
}

// errorBar draws a vertical interval with caps half as wide as given.
func errorBar(c draw.Canvas, at, low, high, half vg.Length, style draw.LineStyle) {
	c.StrokeLine2(style, at, low, at, high)
	c.StrokeLine2(style, at-half, low, at+half, low)
	c.StrokeLine2(style, at-half, high, at+half, high)
}

// ruleY and ruleX draw a line across the panel at a value.
func ruleY(v float64, style draw.LineStyle) freePainter {
	return func(c draw.Canvas, _, y mapping) { c.StrokeLine2(style, c.Min.X, y(v), c.Max.X, y(v)) }
}

func ruleX(v float64, style draw.LineStyle) freePainter {
	return func(c draw.Canvas, x, _ mapping) { c.StrokeLine2(style, x(v), c.Min.Y, x(v), c.Max.Y) }
}
