package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Dots draws one row per category, from top to bottom, with a marker and a horizontal interval for
// each series. Use it instead of [Bars] if the names are long or the values are near zero. The axis
// does not have to include zero.
func Dots(categories []string, series []BarSeries, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "dots", Width: 720, Height: min(6000, 120+max(24, 14*len(series))*max(3, len(categories))),
	}, opts, func(c *checker) { c.bars(categories, series) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	canvas.Grid(p, true, true)
	var legend []canvas.LegendEntry
	for i, color := range colorsOf(series, func(b BarSeries) string { return b.Name }) {
		p.Add(dotRow(categories, series[i], color, i, len(series)))
		legend = append(legend, canvas.GlyphEntry(series[i].Name, modelGlyph(color, i, true)))
	}
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	canvas.Nominal(&p.Y, categories)
	canvas.Widen(&p.X, 0.04, 0.04)
	return s.Chart(p, legend...), nil
}

// dotRow draws the i-th of n series: a marker and an interval in each category's row.
func dotRow(categories []string, row BarSeries, color color.Color, i, n int) canvas.Painter {
	lo, hi := canvas.Bounds(row.Values, row.Low, row.High)
	shift := 0.0
	if n > 1 {
		shift = 0.44 * (float64(i)/float64(n-1) - 0.5)
	}
	line := canvas.Stroke(color, vg.Points(1.4))
	return canvas.Paint(lo, hi, -0.5, float64(len(categories))-0.5, func(c draw.Canvas, x, y canvas.Mapping) {
		for k, v := range row.Values {
			at, what := vg.Point{X: x(v), Y: y(float64(k) + shift)}, fmt.Sprintf("%s, %s: %.3g", row.Name, categories[k], v)
			if row.Low != nil {
				what += fmt.Sprintf(" [%.3g, %.3g]", row.Low[k], row.High[k])
			}
			canvas.Tooltip(c, what, func() {
				if row.Low != nil {
					c.StrokeLines(line, c.ClipLinesX([]vg.Point{{X: x(row.Low[k]), Y: at.Y}, {X: x(row.High[k]), Y: at.Y}})...)
				}
				if c.ContainsX(at.X) {
					c.DrawGlyph(modelGlyph(color, i, true), at)
				}
			})
		}
	})
}
