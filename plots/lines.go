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
// where points are few, else at some. Functions ([Curve]) have dashes in the place of markers, and beside
// twins, whose dashes say something else, widths. X must increase. LogX and LogY make axes logarithmic.
func Lines(lines []Line, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{Name: "lines", Width: 720, Height: 400}, opts, func(c *checker) { c.lines(lines) })
	if err != nil {
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
// own, and a function has dashes or a width.
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

// seriesStyle is the line of the i-th series.
func seriesStyle(c color.Color, i int) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: canvas.LineWidth, Dashes: canvas.SeriesDashes(i)}
}

// lines names the first fault of the input.
func (c *checker) lines(lines []Line) {
	c.notEmpty("lines", len(lines))
	for i, l := range lines {
		what := fmt.Sprintf("line %d (%q)", i, l.Name)
		c.curve(what, l.X, l.Y)
		c.interval("Y of "+what, l.Low, l.Y, l.High)
		c.breaks(what, l)
		if l.Twin && i == 0 {
			c.failf("%s is drawn in the colour of the previous line (want a line before it)", what)
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

// Curve samples y = f(x) at 321 equidistant points of [from, to], for Lines, which draws it as the function that it is:
// without markers.
func Curve(name string, f func(x float64) float64, from, to float64) Line {
	return sampled(name, f, from, to, 321)
}

// sampled is a function at n equidistant points.
func sampled(name string, f func(x float64) float64, from, to float64, n int) Line {
	l := Line{Name: name, Smooth: true}
	for i := range n {
		x := from + (to-from)*float64(i)/float64(n-1)
		l.Add(x, f(x))
	}
	return l
}

// Piecewise samples y = f(x) as Curve does, for a function that jumps at the places given,
// increasing and inside (from, to): the line is broken there, and comes as near to each
// from either side as a billionth of the whole.
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

// WithBand returns the curve with the band Y ± half.
func (l Line) WithBand(half float64) Line {
	l.Low, l.High = make([]float64, len(l.Y)), make([]float64, len(l.Y))
	for i, y := range l.Y {
		l.Low[i], l.High[i] = y-half, y+half
	}
	return l
}

// lineDashes are those of the i-th of several lines, so that two which lie on each other both show: every other long one
// is dashed, and each of four functions, which have no markers, has dashes of its own.
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

// twinDashes are those of a curve that shares its colour with the one before.
func twinDashes(twin bool) []vg.Length {
	if !twin {
		return nil
	}
	return []vg.Length{vg.Points(5), vg.Points(3)}
}

// eachMarked is the number of points up to which every one has a marker.
const eachMarked = 40
