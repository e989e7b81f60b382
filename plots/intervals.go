package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// EdgeInterval is the constraint of one edge: ε_uv ≤ d_uv ≤ δ_uv. Delta may be +Inf.
type EdgeInterval struct {
	Label          string
	Epsilon, Delta float64
}

// EdgeDifferences holds the differences d_uv = H_u − H_v of one model, one per edge.
type EdgeDifferences struct {
	Name string
	D    []float64
	// Kept is the legend's text about the satisfied constraints, such as a mean over seeds. If it
	// is empty, the legend counts the edges whose constraint holds.
	Kept string
}

// EdgeIntervals draws one row per edge: the interval [ε, δ] as a bar, and the differences d_uv of
// the models as markers. A marker is filled if the constraint holds, and hollow if it does not.
func EdgeIntervals(edges []EdgeInterval, models []EdgeDifferences, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "edge_intervals", Title: "Edge constraints ε ≤ d ≤ δ", Width: 720,
		Height: min(6000, 120+24*max(3, len(edges))), XLabel: "d = H(u) − H(v)",
	}, opts, func(c *checker) { c.intervals(edges, models) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	canvas.Grid(p, true, false)
	p.Add(intervalBars(edges))
	p.Add(canvas.RuleX(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	labels := make([]string, len(edges))
	for i, e := range edges {
		labels[i] = e.Label
	}
	legend := []canvas.LegendEntry{canvas.FillEntry("[ε, δ]", canvas.Fade(canvas.Sky, 0.45))}
	for i, color := range colorsOf(models, func(m EdgeDifferences) string { return m.Name }) {
		p.Add(differenceMarkers(edges, models[i], color, i, len(models)))
		legend = append(legend, canvas.GlyphEntry(models[i].Name+satisfied(edges, models[i]), modelGlyph(color, i, true)))
	}
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	canvas.Nominal(&p.Y, labels)
	canvas.Widen(&p.X, 0.04, 0.04)
	return s.Chart(p, legend...), nil
}

// intervals records the first error in the input.
func (c *checker) intervals(edges []EdgeInterval, models []EdgeDifferences) {
	c.notEmpty("edges", len(edges))
	for i, e := range edges {
		if !(e.Epsilon <= e.Delta) || math.IsInf(e.Epsilon, 0) {
			c.failf("edge %d (%s): the interval [%v, %v] must have ε ≤ δ", i, e.Label, e.Epsilon, e.Delta)
		}
	}
	for i, m := range models {
		what := fmt.Sprintf("model %d (%q)", i, m.Name)
		c.length(what, len(m.D), len(edges), "edge")
		c.finite(what, m.D)
	}
}

// intervalBars draws the intervals. An interval without an upper end extends to the edge of the
// panel.
func intervalBars(edges []EdgeInterval) canvas.Painter {
	lo, hi := 0.0, 0.0
	for _, e := range edges {
		lo, hi = math.Min(lo, e.Epsilon), math.Max(hi, e.Epsilon)
		if !math.IsInf(e.Delta, 1) {
			hi = math.Max(hi, e.Delta)
		}
	}
	return canvas.Paint(lo, hi, -0.5, float64(len(edges))-0.5, func(c draw.Canvas, x, y canvas.Mapping) {
		for i, e := range edges {
			right := c.Max.X
			if !math.IsInf(e.Delta, 1) {
				right = x(e.Delta)
			}
			box := vg.Rectangle{
				Min: vg.Point{X: x(e.Epsilon), Y: y(float64(i) + 0.36)},
				Max: vg.Point{X: max(right, x(e.Epsilon)+0.5), Y: y(float64(i) - 0.36)},
			}
			canvas.Tooltip(c, fmt.Sprintf("%s: [%.3g, %.3g]", e.Label, e.Epsilon, e.Delta), func() {
				c.FillPolygon(canvas.Fade(canvas.Sky, 0.45), c.ClipPolygonX(canvas.Corners(box)))
			})
		}
	})
}

// differenceMarkers draws the differences of the i-th of n models, shifted slightly up or down so
// that models do not overlap.
func differenceMarkers(edges []EdgeInterval, m EdgeDifferences, color color.Color, i, n int) canvas.Painter {
	lo, hi := canvas.Bounds(m.D)
	shift := 0.0
	if n > 1 {
		shift = 0.5 * (float64(i)/float64(n-1) - 0.5)
	}
	return canvas.Paint(lo, hi, 0, float64(len(edges)-1), func(c draw.Canvas, x, y canvas.Mapping) {
		for k, d := range m.D {
			at := vg.Point{X: x(d), Y: y(float64(k) + shift)}
			holds := edges[k].Epsilon <= d && d <= edges[k].Delta
			if c.ContainsX(at.X) {
				canvas.Tooltip(c, fmt.Sprintf("%s, %s: d = %.4g", m.Name, edges[k].Label, d), func() {
					c.DrawGlyph(modelGlyph(color, i, holds), at)
				})
			}
		}
	})
}

// modelGlyph returns the marker of the i-th model: filled if the constraint holds, else hollow.
func modelGlyph(color color.Color, i int, holds bool) draw.GlyphStyle {
	return draw.GlyphStyle{Color: color, Radius: vg.Points(3.4), Shape: canvas.SeriesPolygon(i, !holds)}
}

// satisfied returns the legend's text about the satisfied constraints: m.Kept, or else their
// number.
func satisfied(edges []EdgeInterval, m EdgeDifferences) string {
	if m.Kept != "" {
		return fmt.Sprintf(" (%s)", m.Kept)
	}
	holds := 0
	for k, d := range m.D {
		if edges[k].Epsilon <= d && d <= edges[k].Delta {
			holds++
		}
	}
	return fmt.Sprintf(" (%d of %d)", holds, len(edges))
}
