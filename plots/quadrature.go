package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// IntegrandCurve is the gradient of one feature along the straight path of integrated gradients.
// For a position S in [0, 1], Gradient holds ∂F/∂x_k at x′ + S·(x − x′). Nodes holds the quadrature
// points, and NodeGradients holds the gradients there. Both are nil if there are none.
type IntegrandCurve struct {
	Feature       string
	S, Gradient   []float64
	Nodes         []float64
	NodeGradients []float64
}

// Integrand draws the gradients along the path from the baseline (0) to the input (1), the areas
// below the curves, and the quadrature points. The attribution of feature k is its area times
// x_k − x′_k.
func Integrand(features []IntegrandCurve, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "integrand", Title: "Integrand along the path", Width: 720, Height: 380,
		XLabel: "position τ on the path, from the baseline (0) to the input (1)", YLabel: "∂F/∂x at x′ + τ(x − x′)",
	}, opts, func(c *checker) {
		c.notEmpty("features", len(features))
		for i, f := range features {
			what := fmt.Sprintf("feature %d (%q)", i, f.Feature)
			c.curve(what, f.S, f.Gradient)
			c.length("NodeGradients of "+what, len(f.NodeGradients), len(f.Nodes), "node")
			c.finite("Nodes of "+what, f.Nodes)
			c.finite("NodeGradients of "+what, f.NodeGradients)
		}
	})
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	legend := addIntegrands(p, features)
	return s.Chart(p, legend...), nil
}

// addIntegrands draws areas, curves and quadrature points.
func addIntegrands(p *plot.Plot, features []IntegrandCurve) []canvas.LegendEntry {
	canvas.Grid(p, false, true)
	var legend []canvas.LegendEntry
	for i, f := range features {
		p.Add(canvas.Band(f.S, make([]float64, len(f.S)), f.Gradient, canvas.Fade(canvas.SeriesColor(i), 0.13)))
	}
	p.Add(canvas.RuleY(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	for i, f := range features {
		style := canvas.Stroke(canvas.SeriesColor(i), canvas.LineWidth)
		sx, gs := canvas.Thin(f.S, f.Gradient, 1200, false)
		p.Add(canvas.Polyline(sx, gs, style))
		sample := canvas.Swatch{Line: style}
		if len(f.Nodes) > 0 {
			sample.Glyph = draw.GlyphStyle{Color: canvas.SeriesColor(i), Radius: vg.Points(3), Shape: canvas.SeriesGlyph(i)}
			p.Add(canvas.Markers(f.Nodes, f.NodeGradients, sample.Glyph))
		}
		legend = append(legend, canvas.SwatchEntry(f.Feature, sample))
	}
	canvas.Widen(&p.Y, 0.04, 0.06)
	return legend
}

// QuadratureGap holds the completeness error |Σ TIG − (F(x) − F(x′))| of one quadrature rule for
// several numbers M of quadrature points.
type QuadratureGap struct {
	Rule string
	M    []int
	Gap  []float64
}

// Completeness draws the completeness error against the number M of quadrature points, on
// logarithmic axes.
//
// The legend shows the fitted slope of each rule whose error falls as a power of M. A rule of order
// p has slope −p. The fit leaves out errors below 1e−14, which are rounding errors. An error of
// exactly zero is drawn as a cross at the lower edge.
func Completeness(rules []QuadratureGap, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "completeness", Title: "Completeness gap against quadrature points", Width: 720, Height: 400,
		XLabel: "quadrature points M", YLabel: "|Σ TIG − (F(x) − F(x′))|", LogX: true, LogY: true,
	}, opts, func(c *checker) { c.gaps(rules) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	setScales(p, s)
	canvas.Grid(p, true, true)
	floor := lowestGap(rules) / 10
	var legend []canvas.LegendEntry
	for i, r := range rules {
		xs, ys, zeros := make([]float64, len(r.M)), make([]float64, len(r.M)), []float64(nil)
		for k, m := range r.M {
			xs[k], ys[k] = float64(m), r.Gap[k]
			if r.Gap[k] == 0 {
				ys[k] = floor
				zeros = append(zeros, xs[k])
			}
		}
		legend = append(legend, addCurve(p, seriesStyle(canvas.SeriesColor(i), i), i, Line{Name: r.Rule + gapSlope(xs, r.Gap), X: xs, Y: ys}))
		if zeros != nil {
			cross := draw.GlyphStyle{Color: canvas.Ink, Radius: vg.Points(4), Shape: draw.CrossGlyph{}}
			p.Add(canvas.Markers(zeros, slices.Repeat([]float64{floor}, len(zeros)), cross))
		}
	}
	canvas.Widen(&p.X, 0.02, 0.02)
	canvas.Widen(&p.Y, 0.04, 0.06)
	return s.Chart(p, legend...), nil
}

// gaps records the first error in the input.
func (c *checker) gaps(rules []QuadratureGap) {
	c.notEmpty("rules", len(rules))
	for i, r := range rules {
		what := fmt.Sprintf("rule %d (%q)", i, r.Rule)
		ms := make([]float64, len(r.M))
		for k, m := range r.M {
			ms[k] = float64(m)
		}
		c.curve(what, ms, r.Gap)
		c.positive("M of "+what, ms)
		for k, gap := range r.Gap {
			if gap < 0 {
				c.failf("gap %d of %s must be at least 0, got %g", k, what, gap)
			}
		}
	}
}

// lowestGap returns the smallest positive error, or 1e-16 if there is none.
func lowestGap(rules []QuadratureGap) float64 {
	lowest := math.Inf(1)
	for _, r := range rules {
		for _, gap := range r.Gap {
			if gap > 0 {
				lowest = math.Min(lowest, gap)
			}
		}
	}
	if math.IsInf(lowest, 1) {
		return 1e-15
	}
	return lowest
}

// gapSlope describes the slope of the errors, fitted to the half of the points with larger M and to at
// least three points. It returns "" if there are fewer points, or if one of them is more than straight
// decades off the fitted line.
func gapSlope(ms, gaps []float64) string {
	const straight = 0.06
	var xs, ys []float64
	for i, gap := range gaps {
		if gap > 1e-14 {
			xs, ys = append(xs, ms[i]), append(ys, gap)
		}
	}
	from := min(len(xs)/2, len(xs)-3)
	if from < 0 {
		return ""
	}
	a, b, ok := fitPower(xs, ys, from)
	for i := from; ok && i < len(xs); i++ {
		ok = math.Abs(math.Log10(ys[i])-math.Log10(a)-b*math.Log10(xs[i])) <= straight
	}
	if !ok {
		return ""
	}
	return fmt.Sprintf(" (slope %s)", canvas.FormatTick(math.Round(b*10)/10))
}

// SampleIntegrand samples the gradient of a feature, for [Integrand]. It takes 101 equidistant
// positions in [0, 1] and the quadrature points.
func SampleIntegrand(feature string, gradient func(position float64) float64, nodes []float64) IntegrandCurve {
	along := sampled(feature, gradient, 0, 1, 101)
	c := IntegrandCurve{Feature: feature, S: along.X, Gradient: along.Y, Nodes: nodes}
	for _, at := range nodes {
		c.NodeGradients = append(c.NodeGradients, gradient(at))
	}
	return c
}
