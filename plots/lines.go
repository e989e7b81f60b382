package plots

import (
	"fmt"
	"math"
	"slices"
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
	// Breaks are the points, by index and increasing, that are not joined to the one
	// before, as at a jump.
	Breaks []int
	// Twin gives the curve the colour and the marker of the one before, and dashes: two
	// quantities of one thing.
	Twin bool
	// Smooth draws no markers: it is a function, and none of its points was measured.
	Smooth bool
}

// Add appends a point.
func (l *Line) Add(x, y float64) { l.X, l.Y = append(l.X, x), append(l.Y, y) }

// AddInterval appends a point with the ends of its interval.
func (l *Line) AddInterval(x, y, low, high float64) {
	l.Add(x, y)
	l.Low, l.High = append(l.Low, low), append(l.High, high)
}

// Break ends the curve here: the next point is not joined to the last one.
func (l *Line) Break() { l.Breaks = append(l.Breaks, len(l.X)) }

// pieces are the parts of a curve between its breaks.
func (l Line) pieces() []Line {
	var parts []Line
	from := 0
	for _, to := range append(slices.Clone(l.Breaks), len(l.X)) {
		if to == from {
			continue
		}
		part := Line{X: l.X[from:to], Y: l.Y[from:to]}
		if l.Low != nil {
			part.Low, part.High = l.Low[from:to], l.High[from:to]
		}
		parts, from = append(parts, part), to
	}
	return parts
}

// Lines draws curves with bands for their intervals, and with markers: at every point
// where points are few, else at some. Functions ([Curve]) have dashes in the place of markers, except beside
// twins, whose dashes say something else. X must increase. LogX and LogY make axes logarithmic.
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
	paired := slices.ContainsFunc(lines, func(l Line) bool { return l.Twin })
	series := -1
	for _, l := range lines {
		if !l.Twin {
			series++
		}
		if l.Low != nil {
			for _, part := range l.pieces() {
				p.Add(canvas.Band(part.X, part.Low, part.High, canvas.Fade(canvas.SeriesColor(series), 0.18)))
			}
		}
		dashes := lineDashes(series, l)
		if paired {
			dashes = twinDashes(l.Twin)
		}
		legend = append(legend, addCurve(p, series, l, dashes, !l.Smooth || paired))
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
// own, and a function has dashes.
func addCurve(p *plot.Plot, i int, l Line, dashes []vg.Length, marked bool) canvas.LegendEntry {
	style := draw.LineStyle{Color: canvas.SeriesColor(i), Width: canvas.LineWidth, Dashes: dashes}
	glyph := draw.GlyphStyle{Color: canvas.SeriesColor(i), Radius: vg.Points(2.8), Shape: canvas.SeriesGlyph(i)}
	sample := canvas.Swatch{Line: style, Glyph: glyph}
	if len(l.X) > 400 && !l.Smooth && l.Breaks == nil {
		style.Width = vg.Points(1)
	}
	_, log := p.X.Scale.(plot.LogScale)
	for _, part := range l.pieces() {
		tx, ty := thin(part.X, part.Y, 1200, log)
		p.Add(canvas.Polyline(tx, ty, style))
	}
	if !marked {
		return canvas.LineEntry(l.Name, style)
	}
	xs, ys := l.X, l.Y
	if len(xs) > eachMarked {
		xs, ys = landmarks(xs, ys, i, log)
		p.Add(canvas.Markers(xs, ys, draw.GlyphStyle{Color: canvas.Paper, Radius: vg.Points(4), Shape: draw.CircleGlyph{}}))
	}
	p.Add(canvas.Markers(xs, ys, glyph))
	return canvas.SwatchEntry(l.Name, sample)
}

// checkLines names the first fault of the input.
func checkLines(s canvas.Settings, lines []Line) error {
	c := checker{figure: s.Name}
	c.notEmpty("lines", len(lines))
	for i, l := range lines {
		what := fmt.Sprintf("line %d (%q)", i, l.Name)
		c.curve(what, l.X, l.Y)
		c.interval("Y of "+what, l.Low, l.Y, l.High)
		c.breaks(what, l)
		if l.Twin && i == 0 {
			c.failf("%s is a twin, expected a line before it", what)
		}
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

// breaks asks for increasing indices of points.
func (c *checker) breaks(what string, l Line) {
	last := 0
	for i, at := range l.Breaks {
		if at < last || at > len(l.X) {
			c.failf("break %d of %s is at the point %d of %d, expected increasing indices of points", i, what, at, len(l.X))
		}
		last = at
	}
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
