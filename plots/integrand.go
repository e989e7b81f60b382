package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// IntegrandCurve is the gradient of one feature along the path of integrated
// gradients: at the position S in [0, 1], Gradient is ∂F/∂x_k at
// x′ + S·(x − x′) on the straight path. Nodes are quadrature points with the
// gradients NodeGradients, or both nil.
type IntegrandCurve struct {
	Feature       string
	S, Gradient   []float64
	Nodes         []float64
	NodeGradients []float64
}

// Integrand draws gradients along the path from the baseline (0) to the input
// (1), the area below them, and the quadrature points. The area times x_k − x′_k
// is the attribution of feature k.
func Integrand(features []IntegrandCurve, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "integrand", Title: "Integrand along the path", Width: 720, Height: 380,
		XLabel: "position τ on the path, from the baseline (0) to the input (1)", YLabel: "∂F/∂x at x′ + τ(x − x′)",
	}, opts)
	if err != nil {
		return nil, err
	}
	c := checker{figure: s.Name}
	c.notEmpty("features", len(features))
	for i, f := range features {
		what := fmt.Sprintf("feature %d (%q)", i, f.Feature)
		c.curve(what, f.S, f.Gradient)
		c.length("NodeGradients of "+what, len(f.NodeGradients), len(f.Nodes), "node")
		c.finite("Nodes of "+what, f.Nodes)
		c.finite("NodeGradients of "+what, f.NodeGradients)
	}
	if c.err != nil {
		return nil, c.err
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
		sx, gs := thin(f.S, f.Gradient, 1200, false)
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
