package canvas

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Mapping converts a data coordinate to a canvas coordinate in points.
type Mapping func(float64) vg.Length

// Painter is a plot.Plotter that calls a function to draw. It reports a data range, which the axes
// include.
type Painter struct {
	xmin, xmax, ymin, ymax float64
	paint                  func(c draw.Canvas, x, y Mapping)
}

// Paint returns a [Painter] with the given data range and drawing function.
func Paint(xmin, xmax, ymin, ymax float64, draw func(c draw.Canvas, x, y Mapping)) Painter {
	return Painter{xmin, xmax, ymin, ymax, draw}
}

// Plot implements plot.Plotter.
func (p Painter) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	p.paint(c, x, y)
}

// DataRange implements plot.DataRanger.
func (p Painter) DataRange() (xmin, xmax, ymin, ymax float64) {
	return p.xmin, p.xmax, p.ymin, p.ymax
}

// FreePainter is a plot.Plotter that does not affect the ranges of the axes.
type FreePainter func(c draw.Canvas, x, y Mapping)

// Plot implements plot.Plotter.
func (f FreePainter) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	f(c, x, y)
}

// Bounds returns the smallest and the largest value in several slices, or +Inf and −Inf if they are
// all empty.
func Bounds(slices ...[]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range slices {
		for _, v := range s {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	return lo, hi
}
