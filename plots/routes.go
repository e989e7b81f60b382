package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Route is a path in the plane. X and Y are its points, in order from the baseline to the input.
// Estimates has one row per model, with the model's estimate of each quantity along this path. It
// may be nil.
type Route struct {
	Name      string
	X, Y      []float64
	Estimates [][]float64
}

// Quantities are the quantities that models estimate along routes, with their true values.
type Quantities struct {
	Names []string
	Truth []float64
}

// Routes draws paths between two points over the density of data in the plane.
//
// If there are quantities, a second panel shows, for each quantity and route, one dot per model. A
// horizontal line marks the true value. The axis ranges of the options apply to the first panel.
func Routes(data Cloud, routes []Route, of Quantities, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{Name: "routes", Title: "Paths over the density of the data", Width: 720, Height: 380}, opts, func(c *checker) { c.routes(data, routes, of) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	p.Add(data.density())
	canvas.Grid(p, true, true)
	legend := []canvas.LegendEntry{canvas.FillEntry("density of the data", cloudShade(cloudLevels-2))}
	colors := routeColors(routes)
	for i, r := range routes {
		legend = append(legend, addRoute(p, colors[i], i, r, len(of.Names) > 0))
	}
	p.Add(routeEnds(routes[0]))
	canvas.Widen(&p.X, 0.03, 0.03)
	canvas.Widen(&p.Y, 0.03, 0.03)
	if len(of.Names) == 0 {
		return s.Chart(p, legend...), nil
	}
	s.Label(p)
	return s.Row(append(legend, canvas.LineEntry("truth", canvas.Stroke(canvas.Ink, canvas.LineWidth))), []float64{1.1, 1}, p, opinions(routes, colors, of)), nil
}

// routes records the first error in the input.
func (c *checker) routes(data Cloud, routes []Route, of Quantities) {
	data.check(c)
	c.notEmpty("routes", len(routes))
	c.length("Truth", len(of.Truth), len(of.Names), "quantity")
	c.finite("Truth", of.Truth)
	for i, r := range routes {
		what := fmt.Sprintf("route %d (%q)", i, r.Name)
		if len(r.X) < 2 {
			c.failf("%s has %d points, want at least 2", what, len(r.X))
		}
		c.length("Y of "+what, len(r.Y), len(r.X), "X")
		c.finite("X of "+what, r.X)
		c.finite("Y of "+what, r.Y)
		if len(of.Names) > 0 {
			c.notEmpty("Estimates of "+what, len(r.Estimates))
		}
		for m, row := range r.Estimates {
			c.length(fmt.Sprintf("Estimates %d of %s", m, what), len(row), len(of.Names), "quantity")
			c.finite(fmt.Sprintf("Estimates %d of %s", m, what), row)
		}
	}
}

// routeColors returns the colours of the routes.
func routeColors(routes []Route) []color.NRGBA {
	return colorsOf(routes, func(r Route) string { return r.Name })
}

// addRoute draws the i-th path and returns its legend entry. A path with at most eachMarked points
// has a marker at every inner point. The entry has the marker in this case, and if marked is set.
func addRoute(p *plot.Plot, color color.Color, i int, r Route, marked bool) canvas.LegendEntry {
	style, marker := draw.LineStyle{Color: color, Width: canvas.LineWidth}, routeMarker(color, i)
	sample := canvas.Swatch{Line: style}
	p.Add(canvas.Polyline(r.X, r.Y, style))
	n := len(r.X)
	if n <= eachMarked {
		p.Add(canvas.Markers(r.X[1:n-1], r.Y[1:n-1], marker))
	}
	if n <= eachMarked || marked {
		sample.Glyph = marker
	}
	return canvas.SwatchEntry(r.Name, sample)
}

// routeMarker returns the marker of the i-th route.
func routeMarker(color color.Color, i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: color, Radius: vg.Points(2.8), Shape: canvas.SeriesGlyph(i)}
}

// routeEnds marks the two ends of a path and labels them x′ and x.
func routeEnds(r Route) canvas.FreePainter {
	return func(c draw.Canvas, x, y canvas.Mapping) {
		l := canvas.LabelPlacer{Area: c.Rectangle}
		for i := range r.X[1:] {
			l.AvoidLine(vg.Point{X: x(r.X[i]), Y: y(r.Y[i])}, vg.Point{X: x(r.X[i+1]), Y: y(r.Y[i+1])})
		}
		for n, name := range []string{"x′", "x"} {
			i := n * (len(r.X) - 1)
			at := vg.Point{X: x(r.X[i]), Y: y(r.Y[i])}
			c.DrawGlyph(draw.GlyphStyle{Color: canvas.Ink, Radius: vg.Points(3.6), Shape: draw.CircleGlyph{}}, at)
			l.Write(c, at, vg.Point{Y: 1}, name, canvas.TextStyle(canvas.LabelSize, 0, canvas.Ink))
		}
	}
}

// opinions returns the panel with the models' estimates of each quantity along each route.
func opinions(routes []Route, colors []color.NRGBA, of Quantities) *plot.Plot {
	p := canvas.NewPanel()
	canvas.Grid(p, false, true)
	last := float64(len(of.Names)) - 0.5
	p.Add(canvas.RuleY(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	p.Add(canvas.FreePainter(func(c draw.Canvas, x, y canvas.Mapping) {
		for k, v := range of.Truth {
			c.StrokeLine2(canvas.Stroke(canvas.Ink, canvas.LineWidth), x(float64(k)-0.47), y(v), x(float64(k)+0.47), y(v))
		}
	}))
	for i, r := range routes {
		lo, hi := canvas.Bounds(append(r.Estimates, of.Truth, []float64{0})...)
		p.Add(canvas.Paint(-0.5, last, lo, hi, func(c draw.Canvas, x, y canvas.Mapping) {
			slot := 0.9 / float64(len(routes))
			for m, row := range r.Estimates {
				for k, v := range row {
					at := float64(k) - 0.45 + slot*(float64(i)+0.1+0.8*(float64(m)+0.5)/float64(len(r.Estimates)))
					c.DrawGlyph(routeMarker(colors[i], i), vg.Point{X: x(at), Y: y(v)})
				}
			}
		}))
	}
	canvas.Nominal(&p.X, of.Names)
	canvas.Widen(&p.Y, 0.05, 0.05)
	p.Y.Label.Text = "attribution, one dot per network"
	return p
}

// Descents draws descent paths in a plane of two weights: the contours of the loss, the region in
// which an order is satisfied, and the routes. A ring marks the start of a route, and a filled
// marker its end.
//
// The options [XRange] and [YRange] are required. Descents evaluates the loss on a grid of 80 × 80
// points. It evaluates kept, which reports whether a point satisfies the order, on a grid of at
// least 80 × 320 points.
func Descents(loss func(x, y float64) float64, kept func(x, y float64) bool, routes []Route, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{Name: "descents", Title: "Descents", Width: 720, Height: 460}, opts, func(c *checker) {
		if c.XRange == nil || c.YRange == nil {
			c.failf("the ranges of the axes are not set (use XRange and YRange)")
		}
		for i, r := range routes {
			what := fmt.Sprintf("route %d (%q)", i, r.Name)
			c.notEmpty("X of "+what, len(r.X))
			c.length("Y of "+what, len(r.Y), len(r.X), "X")
			c.finite("X of "+what, r.X)
			c.finite("Y of "+what, r.Y)
		}
	})
	if err != nil {
		return nil, err
	}
	style, shade := canvas.Stroke(canvas.Muted, canvas.ThinWidth), cloudShade(cloudLevels-2)
	contours := canvas.Contours(loss, *s.XRange, *s.YRange, style)
	if contours == nil {
		return nil, fmt.Errorf("plots: %s: the loss has no contours: it is not finite, or the same everywhere", s.Name)
	}
	p := canvas.NewPanel()
	p.Add(canvas.Where(kept, *s.XRange, *s.YRange, shade), contours)
	colors := routeColors(routes)
	legend := []canvas.LegendEntry{canvas.LineEntry("contours of the loss", style), canvas.FillEntry("the order is kept", shade)}
	for i, r := range routes {
		color, last := colors[i], len(r.X)-1
		line := draw.LineStyle{Color: color, Width: canvas.LineWidth, Dashes: lineDashes(i, Line{X: r.X})}
		end := draw.GlyphStyle{Color: color, Radius: vg.Points(4), Shape: canvas.SeriesGlyph(i)}
		p.Add(canvas.Polyline(r.X, r.Y, line))
		p.Add(canvas.Markers(r.X[:1], r.Y[:1], draw.GlyphStyle{Color: color, Radius: vg.Points(4), Shape: draw.RingGlyph{}}))
		p.Add(canvas.Markers(r.X[last:], r.Y[last:], end))
		legend = append(legend, canvas.SwatchEntry(r.Name, canvas.Swatch{Line: line, Glyph: end}))
	}
	return s.Chart(p, legend...), nil
}
