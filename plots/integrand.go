package plots

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	s, err := settings{
		name: "integrand", title: "Integrand along the path", width: 720, height: 380,
		xLabel: "position s on the path, from the baseline (0) to the input (1)", yLabel: "∂F/∂x at x′ + s(x − x′)",
	}.apply(opts)
	if err != nil {
		return nil, err
	}
	c := checker{figure: s.name}
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
	p := newPanel()
	legend := addIntegrands(p, features)
	return s.chart(p, legend...), nil
}

// addIntegrands draws areas, curves and quadrature points.
func addIntegrands(p *plot.Plot, features []IntegrandCurve) []legendEntry {
	grid(p, false, true)
	var legend []legendEntry
	for i, f := range features {
		p.Add(band(f.S, make([]float64, len(f.S)), f.Gradient, fade(seriesColor(i), 0.13)))
	}
	p.Add(ruleY(0, stroke(muted, thinWidth)))
	for i, f := range features {
		style := stroke(seriesColor(i), lineWidth)
		sx, gs := thin(f.S, f.Gradient, 1200, false)
		p.Add(polyline(sx, gs, style))
		sample := swatch{line: style}
		if len(f.Nodes) > 0 {
			sample.glyph = draw.GlyphStyle{Color: seriesColor(i), Radius: vg.Points(3), Shape: seriesGlyph(i)}
			p.Add(markers(f.Nodes, f.NodeGradients, sample.glyph))
		}
		legend = append(legend, entry(f.Feature, sample))
	}
	widen(&p.Y, 0.04, 0.06)
	return legend
}
