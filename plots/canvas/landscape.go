package canvas

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Contours draws eight contours of a function over a rectangle of the plane. They are closer
// together where the function is low. Contours returns nil if the function is constant or not
// finite there.
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

// landscape is a function on a rectangle of the plane, sampled at landPoints points per axis.
type landscape struct {
	f    func(x, y float64) float64
	x, y [2]float64
}

// landPoints is the number of sample points per axis.
const landPoints = 80

func (l landscape) Dims() (c, r int)   { return landPoints, landPoints }
func (l landscape) Z(c, r int) float64 { return l.f(l.X(c), l.Y(r)) }
func (l landscape) X(c int) float64    { return l.x[0] + (l.x[1]-l.x[0])*float64(c)/(landPoints-1) }
func (l landscape) Y(r int) float64    { return l.y[0] + (l.y[1]-l.y[0])*float64(r)/(landPoints-1) }

// levels returns the levels of eight contours, whose distance to the minimum grows quadratically.
// It returns nil if there are no contours.
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

// Where fills the part of a rectangle of the plane in which holds is true. Rows that continue each
// other become one polygon, so the filled area has no seams. The ends of each row are found by
// bisection.
func Where(holds func(x, y float64) bool, xRange, yRange [2]float64, fill color.Color) Painter {
	l := landscape{x: xRange, y: yRange}
	return Paint(l.x[0], l.x[1], l.y[0], l.y[1], func(c draw.Canvas, x, y Mapping) {
		const rows = 4 * landPoints
		height := (l.y[1] - l.y[0]) / rows
		var open []strip
		var before [][2]float64
		for r := range rows + 1 {
			bottom := l.y[0] + float64(r)*height
			var runs [][2]float64
			if r < rows {
				runs = l.runs(func(at float64) bool { return holds(at, bottom+height/2) })
			}
			if !continued(before, runs) {
				for i, s := range open {
					s.add(x(before[i][0]), x(before[i][1]), y(bottom))
					c.FillPolygon(fill, s.polygon())
				}
				open = make([]strip, len(runs))
				for i, run := range runs {
					open[i].add(x(run[0]), x(run[1]), y(bottom))
				}
			}
			for i, run := range runs {
				open[i].add(x(run[0]), x(run[1]), y(bottom+height/2))
			}
			before = runs
		}
	})
}

// runs returns the intervals of a row in which the function in is true.
func (l landscape) runs(in func(at float64) bool) (runs [][2]float64) {
	from, inside := l.x[0], in(l.x[0])
	for i := 1; i < landPoints; i++ {
		if in(l.X(i)) == inside {
			continue
		}
		end := turn(in, l.X(i-1), l.X(i))
		if inside {
			runs = append(runs, [2]float64{from, end})
		}
		from, inside = end, !inside
	}
	if inside {
		runs = append(runs, [2]float64{from, l.x[1]})
	}
	return runs
}

// continued reports whether two rows have the same number of intervals and each one overlaps its
// counterpart.
func continued(before, runs [][2]float64) bool {
	if len(before) != len(runs) {
		return false
	}
	for i := range runs {
		if runs[i][0] > before[i][1] || runs[i][1] < before[i][0] {
			return false
		}
	}
	return true
}

// strip is a polygon that grows upwards. It consists of its left and its right side.
type strip struct{ left, right []vg.Point }

func (s *strip) add(left, right, y vg.Length) {
	s.left, s.right = along(s.left, vg.Point{X: left, Y: y}), along(s.right, vg.Point{X: right, Y: y})
}

// along appends a point to a line. If the line ends with a vertical piece that the point continues,
// the point replaces the last one.
func along(line []vg.Point, p vg.Point) []vg.Point {
	if n := len(line); n > 1 && line[n-2].X == p.X && line[n-1].X == p.X {
		line[n-1] = p
		return line
	}
	return append(line, p)
}

func (s *strip) polygon() []vg.Point {
	points := slices.Clone(s.left)
	for _, p := range slices.Backward(s.right) {
		points = append(points, p)
	}
	return points
}

// turn returns the position between from and to at which a property changes, found by bisection, or
// to if it does not change.
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
