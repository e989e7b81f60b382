package canvas

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Contours draws eight contours of a function over a rectangle of the plane, closer where it is low;
// nil where it is not finite there, or the same everywhere.
func Contours(f func(x, y float64) float64, xRange, yRange [2]float64, style draw.LineStyle) plot.Plotter {
	l := landscape{f, xRange, yRange}
	levels := l.levels()
	if levels == nil {
		return nil
	}
	c := plotter.NewContour(l, levels, nil)
	c.LineStyles = []draw.LineStyle{style}
	return c
}

// landscape is a function over a part of the plane, at landPoints points of each axis.
type landscape struct {
	f    func(x, y float64) float64
	x, y [2]float64
}

// landPoints are the points of an axis at which functions are asked.
const landPoints = 80

func (l landscape) Dims() (c, r int)   { return landPoints, landPoints }
func (l landscape) Z(c, r int) float64 { return l.f(l.X(c), l.Y(r)) }
func (l landscape) X(c int) float64    { return l.x[0] + (l.x[1]-l.x[0])*float64(c)/(landPoints-1) }
func (l landscape) Y(r int) float64    { return l.y[0] + (l.y[1]-l.y[0])*float64(r)/(landPoints-1) }

// levels are those of eight contours, whose distance grows by the square from the lowest point; nil where there are none.
func (l landscape) levels() (levels []float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for c := range landPoints {
		for r := range landPoints {
			z := l.Z(c, r)
			if math.IsNaN(z) || math.IsInf(z, 0) {
				return nil
			}
			low, high = min(low, z), max(high, z)
		}
	}
	if low == high {
		return nil
	}
	for i := 1; i <= 8; i++ {
		levels = append(levels, low+(high-low)*float64(i*i)/81)
	}
	return levels
}

// Where fills the part of a rectangle of the plane for which something holds, in rows whose ends are exact.
func Where(holds func(x, y float64) bool, xRange, yRange [2]float64, fill color.Color) Painter {
	l := landscape{x: xRange, y: yRange}
	return Paint(l.x[0], l.x[1], l.y[0], l.y[1], func(c draw.Canvas, x, y Mapping) {
		const rows = 4 * landPoints
		height := (l.y[1] - l.y[0]) / rows
		for r := range rows {
			bottom := l.y[0] + float64(r)*height
			in := func(at float64) bool { return holds(at, bottom+height/2) }
			from, inside := l.x[0], in(l.x[0])
			for i := 1; i < landPoints; i++ {
				if at := l.X(i); in(at) != inside || i == landPoints-1 {
					end := turn(in, l.X(i-1), at)
					if inside {
						box := vg.Rectangle{Min: vg.Point{X: x(from), Y: y(bottom)}, Max: vg.Point{X: x(end), Y: y(bottom + 1.3*height)}} // no seams
						c.FillPolygon(fill, Corners(box))
					}
					from, inside = end, in(at)
				}
			}
		}
	})
}

// turn is where between two places a property changes, by bisection; the second place where it does not.
func turn(holds func(at float64) bool, from, to float64) float64 {
	first := holds(from)
	if holds(to) == first {
		return to
	}
	for range 12 {
		if middle := (from + to) / 2; holds(middle) == first {
			from = middle
		} else {
			to = middle
		}
	}
	return to
}
