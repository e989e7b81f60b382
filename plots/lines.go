package plots

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Line is a named curve. Low and High are the ends of its intervals, or both nil.
type Line struct {
	Name      string
	X, Y      []float64
	Low, High []float64
}

// Add appends a point.
func (l *Line) Add(x, y float64) { l.X, l.Y = append(l.X, x), append(l.Y, y) }

// AddInterval appends a point with the ends of its interval.
func (l *Line) AddInterval(x, y, low, high float64) {
	l.Add(x, y)
	l.Low, l.High = append(l.Low, low), append(l.High, high)
}

// Lines draws curves with bands for their intervals, and with markers: at every point
// where points are few, else at some. X must increase. LogX and LogY make axes logarithmic.
func Lines(lines []Line, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{Name: "lines", Width: 720, Height: 400}, opts)
	if err != nil {
		return nil, err
	}
	if err := checkLines(s, lines); err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	return s.Chart(p, addLines(p, s, lines)...), nil
}

// addLines draws the grid and the curves on a panel and returns their legend.
func addLines(p *plot.Plot, s canvas.Settings, lines []Line) []canvas.LegendEntry {
	setScales(p, s)
	canvas.Grid(p, true, true)
	var legend []canvas.LegendEntry
	for i, l := range lines {
		if l.Low != nil {
			p.Add(canvas.Band(l.X, l.Low, l.High, canvas.Fade(canvas.SeriesColor(i), 0.18)))
		}
		legend = append(legend, addCurve(p, i, l.Name, l.X, l.Y, lineDashes(i, len(l.X))))
	}
	canvas.Widen(&p.X, 0.015, 0.015)
	canvas.Widen(&p.Y, 0.04, 0.06)
	return legend
}

// setScales makes axes logarithmic where the options ask for it.
func setScales(p *plot.Plot, s canvas.Settings) {
	if s.LogX {
		canvas.SetLog(&p.X)
	}
	if s.LogY {
		canvas.SetLog(&p.Y)
	}
}

// addCurve draws the i-th curve and returns its legend entry. No curve is told by its
// colour alone: up to 40 points have markers each, a longer curve some, at places of its
// own.
func addCurve(p *plot.Plot, i int, name string, xs, ys []float64, dashes []vg.Length) canvas.LegendEntry {
	style := draw.LineStyle{Color: canvas.SeriesColor(i), Width: canvas.LineWidth, Dashes: dashes}
	glyph := draw.GlyphStyle{Color: canvas.SeriesColor(i), Radius: vg.Points(2.8), Shape: canvas.SeriesGlyph(i)}
	sample := canvas.Swatch{Line: style, Glyph: glyph}
	if len(xs) > 400 {
		style.Width = vg.Points(1)
	}
	_, log := p.X.Scale.(plot.LogScale)
	tx, ty := thin(xs, ys, 1200, log)
	p.Add(canvas.Polyline(tx, ty, style))
	if len(xs) > eachMarked {
		xs, ys = landmarks(xs, ys, i, log)
		p.Add(canvas.Markers(xs, ys, draw.GlyphStyle{Color: canvas.Paper, Radius: vg.Points(4), Shape: draw.CircleGlyph{}}))
	}
	p.Add(canvas.Markers(xs, ys, glyph))
	return canvas.SwatchEntry(name, sample)
}

// lineDashes are those of the i-th of several lines: every other long one is dashed, so
// that two which lie on each other both show.
func lineDashes(i, points int) []vg.Length {
	if points > eachMarked && i%2 == 1 {
		return []vg.Length{vg.Points(5), vg.Points(3)}
	}
	return canvas.SeriesDashes(i)
}

// eachMarked is the number of points up to which every one has a marker.
const eachMarked = 40

// landmarks are the points of the i-th of several curves that get markers: one in each
// fifth of the axis, in other places for the next curves.
func landmarks(xs, ys []float64, i int, log bool) (mx, my []float64) {
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

// checkLines names the first fault of the input.
func checkLines(s canvas.Settings, lines []Line) error {
	c := checker{figure: s.Name}
	c.notEmpty("lines", len(lines))
	for i, l := range lines {
		what := fmt.Sprintf("line %d (%q)", i, l.Name)
		c.curve(what, l.X, l.Y)
		c.interval("Y of "+what, l.Low, l.Y, l.High)
		if s.LogX {
			c.positive("X of "+what, l.X)
		}
		if s.LogY {
			c.positive("Y of "+what, l.Y)
			c.positive("Low of "+what, l.Low)
		}
	}
	return c.err
}

// curve asks for points with increasing X.
func (c *checker) curve(what string, xs, ys []float64) {
	c.notEmpty("points in "+what, len(xs))
	c.length("Y of "+what, len(ys), len(xs), "X")
	c.finite("X of "+what, xs)
	c.finite("Y of "+what, ys)
	if !sort.Float64sAreSorted(xs) {
		c.failf("X of %s is not sorted, expected increasing values", what)
	}
}

// thin keeps at most about n points of a curve: first, lowest, highest and last
// of each of n/4 stretches of the axis, so that no peak is lost.
func thin(xs, ys []float64, n int, log bool) (tx, ty []float64) {
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

// fitPower fits y = a·x^b by least squares in the logarithms of the points from
// the given one on; ok is false where fewer than two different x are left.
func fitPower(xs, ys []float64, from int) (a, b float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for i := from; i < len(xs); i++ {
		if xs[i] <= 0 || ys[i] <= 0 {
			continue
		}
		u, v := math.Log(xs[i]), math.Log(ys[i])
		n, sx, sy, sxx, sxy = n+1, sx+u, sy+v, sxx+u*u, sxy+u*v
	}
	det := n*sxx - sx*sx
	if n < 2 || det <= 1e-12*n*sxx {
		return 0, 0, false
	}
	b = (n*sxy - sx*sy) / det
	return math.Exp((sy - b*sx) / n), b, true
}
