package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Line is a named curve. Low and High are the ends of its intervals; both are nil if there are
// none.
type Line struct {
	Name      string
	X, Y      []float64
	Low, High []float64
	// Breaks holds the indices of the points that are not connected to the point before, for
	// instance at a jump. They must increase.
	Breaks []int
	// Twin draws the curve dashed, in the colour and with the marker of the line before. Use it for
	// two quantities of the same thing.
	Twin bool
	// Smooth draws no markers. Use it for a function, as opposed to measured points.
	Smooth bool
}

// Add appends a point.
func (l *Line) Add(x, y float64) { l.X, l.Y = append(l.X, x), append(l.Y, y) }

// AddInterval appends a point and the ends of its interval.
func (l *Line) AddInterval(x, y, low, high float64) {
	l.Add(x, y)
	l.Low, l.High = append(l.Low, low), append(l.High, high)
}

// Break ends the current piece of the curve: the next point is not connected to the previous one.
func (l *Line) Break() { l.Breaks = append(l.Breaks, len(l.X)) }

// pieces returns the parts of the curve between its breaks.
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

// Lines draws curves, with bands for their intervals. X must increase. The options [LogX] and
// [LogY] make the axes logarithmic.
//
// A curve of at most 40 points has a marker at every point. A longer one has markers at some
// points. Smooth lines (see [Curve]) have no markers and differ in their dashes; if any line is a
// [Line.Twin], dashes mark the twins, and smooth lines differ in width.
func Lines(lines []Line, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{Name: "lines", Width: 720, Height: 400}, opts, func(c *checker) { c.lines(lines) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	return s.Chart(p, addLines(p, s, lines)...), nil
}

// addLines draws the grid and the curves on a panel and returns their legend entries.
func addLines(p *plot.Plot, s canvas.Settings, lines []Line) []canvas.LegendEntry {
	setScales(p, s)
	canvas.Grid(p, true, true)
	var legend []canvas.LegendEntry
	paired := slices.ContainsFunc(lines, func(l Line) bool { return l.Twin })
	var names []string
	for _, l := range lines {
		if !l.Twin {
			names = append(names, l.Name)
		}
	}
	colors, series := canvas.Colors(names...), -1
	for _, l := range lines {
		if !l.Twin {
			series++
		}
		if l.Low != nil {
			for _, part := range l.pieces() {
				p.Add(canvas.Band(part.X, part.Low, part.High, canvas.Fade(colors[series], 0.18)))
			}
		}
		style := draw.LineStyle{Color: colors[series], Width: canvas.LineWidth, Dashes: lineDashes(series, l)}
		if paired {
			style.Dashes = twinDashes(l.Twin)
		}
		if paired && l.Smooth {
			style.Width *= 1 + 0.8*vg.Length(series)
		}
		legend = append(legend, addCurve(p, style, series, l))
	}
	canvas.Widen(&p.X, 0.015, 0.015)
	canvas.Widen(&p.Y, 0.04, 0.06)
	return legend
}

// setScales makes the axes logarithmic if the options require it.
func setScales(p *plot.Plot, s canvas.Settings) {
	if s.LogX {
		canvas.SetLog(&p.X)
	}
	if s.LogY {
		canvas.SetLog(&p.Y)
	}
}

// addCurve draws the i-th curve and returns its legend entry. Curves never differ in colour only. A
// curve of at most 40 points has a marker at every point. A longer one has markers at some points,
// which differ between curves. A smooth curve has its own dashes or width.
func addCurve(p *plot.Plot, style draw.LineStyle, i int, l Line) canvas.LegendEntry {
	glyph := draw.GlyphStyle{Color: style.Color, Radius: vg.Points(2.8), Shape: canvas.SeriesGlyph(i)}
	sample := canvas.Swatch{Line: style, Glyph: glyph}
	if len(l.X) > 400 && !l.Smooth && l.Breaks == nil {
		style.Width = vg.Points(1)
	}
	_, log := p.X.Scale.(plot.LogScale)
	for _, part := range l.pieces() {
		tx, ty := canvas.Thin(part.X, part.Y, 1200, log)
		p.Add(canvas.Polyline(tx, ty, style))
	}
	if l.Smooth {
		return canvas.LineEntry(l.Name, style)
	}
	xs, ys := l.X, l.Y
	if len(xs) > eachMarked {
		xs, ys = canvas.Landmarks(xs, ys, i, log)
		p.Add(canvas.Markers(xs, ys, draw.GlyphStyle{Color: canvas.Paper, Radius: vg.Points(4), Shape: draw.CircleGlyph{}}))
	}
	p.Add(canvas.Markers(xs, ys, glyph))
	return canvas.SwatchEntry(l.Name, sample)
}

// seriesStyle returns the line style of the i-th series.
func seriesStyle(c color.Color, i int) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: canvas.LineWidth, Dashes: canvas.SeriesDashes(i)}
}

// lines records the first error in the input.
func (c *checker) lines(lines []Line) {
	c.notEmpty("lines", len(lines))
	for i, l := range lines {
		what := fmt.Sprintf("line %d (%q)", i, l.Name)
		c.curve(what, l.X, l.Y)
		c.interval("Y of "+what, l.Low, l.Y, l.High)
		c.breaks(what, l)
		if l.Twin && i == 0 {
			c.failf("%s uses the colour of the previous line, so it must not be the first", what)
		}
		if c.LogX {
			c.positive("X of "+what, l.X)
		}
		if c.LogY {
			c.positive("Y of "+what, l.Y)
			c.positive("Low of "+what, l.Low)
		}
	}
}

// Curve samples y = f(x) at 321 equidistant points in [from, to] and returns a smooth line for
// [Lines].
func Curve(name string, f func(x float64) float64, from, to float64) Line {
	return sampled(name, f, from, to, 321)
}

// sampled returns a function, sampled at n equidistant points, as a smooth line.
func sampled(name string, f func(x float64) float64, from, to float64, n int) Line {
	l := Line{Name: name, Smooth: true}
	for i := range n {
		x := from + (to-from)*float64(i)/float64(n-1)
		l.Add(x, f(x))
	}
	return l
}

// Piecewise samples y = f(x) as [Curve] does, for a function with jumps. The jumps must increase
// and be inside (from, to). The line is broken at each jump. On both sides, the nearest sample is
// at a distance of 1e−9·(to − from).
func Piecewise(name string, f func(x float64) float64, from, to float64, jumps ...float64) Line {
	l, near := Line{Name: name, Smooth: true}, 1e-9*(to-from)
	for _, end := range append(slices.Clone(jumps), math.Inf(1)) {
		last := min(end-near, to)
		piece := Curve(name, f, from, last)
		if l.X != nil {
			l.Break()
		}
		l.X, l.Y = append(l.X, piece.X...), append(l.Y, piece.Y...)
		from = end + near
	}
	return l
}

// WithBand returns the curve with the band from Y − half to Y + half.
func (l Line) WithBand(half float64) Line {
	l.Low, l.High = make([]float64, len(l.Y)), make([]float64, len(l.Y))
	for i, y := range l.Y {
		l.Low[i], l.High[i] = y-half, y+half
	}
	return l
}

// lineDashes returns the dashes of the i-th line, so that two lines that coincide are both visible.
// Every other long line is dashed. Smooth lines, which have no markers, use four different
// patterns.
func lineDashes(i int, l Line) []vg.Length {
	switch {
	case l.Smooth:
		patterns := [...][]vg.Length{nil, twinDashes(true), {vg.Points(9), vg.Points(3), vg.Points(2), vg.Points(3)}, {vg.Points(2), vg.Points(2)}}
		return patterns[i%len(patterns)]
	case len(l.X) > eachMarked && i%2 == 1:
		return twinDashes(true)
	}
	return canvas.SeriesDashes(i)
}

// twinDashes returns the dashes of a line that has the colour of the line before, or nil if twin is
// false.
func twinDashes(twin bool) []vg.Length {
	if !twin {
		return nil
	}
	return []vg.Length{vg.Points(5), vg.Points(3)}
}

// eachMarked is the largest number of points for which every point has a marker.
const eachMarked = 40
