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
	// Twin draws the curve dashed in the colour of the one before it: the two belong
	// together, for instance a student with the order and the one without.
	Twin bool
}

// Add appends a point.
func (l *Line) Add(x, y float64) { l.X, l.Y = append(l.X, x), append(l.Y, y) }

// AddInterval appends a point with the ends of its interval.
func (l *Line) AddInterval(x, y, low, high float64) {
	l.Add(x, y)
	l.Low, l.High = append(l.Low, low), append(l.High, high)
}

// Lines draws curves with bands for their intervals. Colour and marker tell the curves
// apart; a marker stands at every point where these are few, else at every eighth of the
// curve's width. Where values lie on both sides of zero, zero is drawn. X must increase.
// LogX and LogY make axes logarithmic.
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
	if acrossZero(lines) {
		p.Add(canvas.RuleY(0, canvas.Stroke(canvas.Ink, vg.Points(1.1))))
	}
	var legend []canvas.LegendEntry
	looks := lineLooks(lines)
	for i, l := range lines {
		if l.Low != nil {
			p.Add(canvas.Band(l.X, l.Low, l.High, canvas.Fade(canvas.SeriesColor(looks[i].color), 0.18)))
		}
		legend = append(legend, addCurve(p, looks[i], l.Name, l.X, l.Y))
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

// look is what tells a curve from others: the places of its colour and marker in the
// theme, and whether it is dashed.
type look struct {
	color, glyph int
	dashed       bool
}

// looks gives the i-th curve the i-th colour and marker.
func looks(i int) look { return look{color: i, glyph: i, dashed: canvas.SeriesDashes(i) != nil} }

// lineLooks gives every curve a look of its own, a twin the colour of its pair.
func lineLooks(lines []Line) []look {
	all, pair := make([]look, len(lines)), -1
	for i, l := range lines {
		if !l.Twin || pair < 0 {
			pair++
		}
		all[i] = look{color: pair, glyph: i, dashed: l.Twin || canvas.SeriesDashes(pair) != nil}
	}
	return all
}

// acrossZero tells whether values lie on both sides of zero.
func acrossZero(lines []Line) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		if len(l.Y) > 0 {
			low, high := canvas.Bounds(l.Y)
			lo, hi = min(lo, low), max(hi, high)
		}
	}
	return lo < 0 && hi > 0
}

// manyPoints is the number of points beyond which not every one has a marker.
const manyPoints = 40

// addCurve draws a curve and returns its legend entry.
func addCurve(p *plot.Plot, l look, name string, xs, ys []float64) canvas.LegendEntry {
	style := canvas.Stroke(canvas.SeriesColor(l.color), canvas.LineWidth)
	if l.dashed {
		style.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
	}
	sample := canvas.Swatch{Line: style, Glyph: draw.GlyphStyle{
		Color: canvas.SeriesColor(l.color), Radius: vg.Points(2.8), Shape: canvas.SeriesGlyph(l.glyph),
	}}
	if len(xs) > 400 {
		style.Width = vg.Points(1)
	}
	_, log := p.X.Scale.(plot.LogScale)
	tx, ty := thin(xs, ys, 1200, log)
	p.Add(canvas.Polyline(tx, ty, style))
	if len(xs) > manyPoints {
		xs, ys = sparse(xs, ys, float64(l.glyph%4)/4, log)
	}
	p.Add(canvas.Markers(xs, ys, sample.Glyph))
	return canvas.SwatchEntry(name, sample)
}

// sparse returns about eight points of a curve at equal distances along the axis, moved
// by a share of the distance so that markers of several curves do not cover each other.
func sparse(xs, ys []float64, shift float64, log bool) (tx, ty []float64) {
	const markers = 8
	position := func(x float64) float64 { return x }
	if log {
		position = math.Log
	}
	first, last := position(xs[0]), position(xs[len(xs)-1])
	i := 0
	for k := range markers {
		at := first + (last-first)*(float64(k)+0.25+shift/2)/markers
		for i < len(xs)-1 && position(xs[i]) < at {
			i++
		}
		if n := len(tx); n == 0 || tx[n-1] < xs[i] {
			tx, ty = append(tx, xs[i]), append(ty, ys[i])
		}
	}
	return tx, ty
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
