package canvas

import (
	"image/color"
	"math"
	"sort"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Polyline draws a line through the points, clipped to the panel.
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

// Markers draws a glyph at every point that is inside the panel.
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

// Band fills the area between low and high, clipped to the panel.
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

// ErrorBar draws a vertical interval from low to high with caps. Half is half the width of a cap.
// All coordinates are points on the canvas.
func ErrorBar(c draw.Canvas, at, low, high, half vg.Length, style draw.LineStyle) {
	c.StrokeLine2(style, at, low, at, high)
	c.StrokeLine2(style, at-half, low, at+half, low)
	c.StrokeLine2(style, at-half, high, at+half, high)
}

// RuleY draws a horizontal line across the panel at the value v.
func RuleY(v float64, style draw.LineStyle) FreePainter {
	return func(c draw.Canvas, _, y Mapping) { c.StrokeLine2(style, c.Min.X, y(v), c.Max.X, y(v)) }
}

// RuleX draws a vertical line across the panel at the value v.
func RuleX(v float64, style draw.LineStyle) FreePainter {
	return func(c draw.Canvas, x, _ Mapping) { c.StrokeLine2(style, x(v), c.Min.Y, x(v), c.Max.Y) }
}

// Landmarks returns the points of the i-th curve that get markers: one in each fifth of the axis.
// The positions differ between curves.
func Landmarks(xs, ys []float64, i int, log bool) (mx, my []float64) {
	position := func(x float64) float64 { return x }
	if log {
		position = math.Log
	}
	start, length := position(xs[0]), position(xs[len(xs)-1])-position(xs[0])
	const marks, places = 5, 4
	for k := range marks {
		at := start + length*(float64(k)+(float64(i%places)+0.5)/places)/marks
		n := sort.Search(len(xs)-1, func(n int) bool { return position(xs[n]) >= at })
		mx, my = append(mx, xs[n]), append(my, ys[n])
	}
	return mx, my
}

// Thin returns about n points of a curve, or all points if there are at most n. It divides the axis
// into n/4 intervals and keeps the first, lowest, highest and last point of each, so that no peak
// is lost.
func Thin(xs, ys []float64, n int, log bool) (tx, ty []float64) {
	if len(xs) <= n {
		return xs, ys
	}
	position := func(x float64) float64 { return x }
	if log {
		position = math.Log
	}
	start, length := position(xs[0]), position(xs[len(xs)-1])-position(xs[0])
	stretch := func(x float64) int {
		if length == 0 {
			return 0
		}
		return int((position(x) - start) / length * float64(n/4))
	}
	for from := 0; from < len(xs); {
		low, high, to := from, from, from
		for ; to < len(xs) && stretch(xs[to]) == stretch(xs[from]); to++ {
			if ys[to] < ys[low] {
				low = to
			}
			if ys[to] > ys[high] {
				high = to
			}
		}
		last := -1
		for _, i := range []int{from, min(low, high), max(low, high), to - 1} {
			if i > last {
				tx, ty = append(tx, xs[i]), append(ty, ys[i])
				last = i
			}
		}
		from = to
	}
	return tx, ty
}
