package plots

import (
	"fmt"
	"image/color"
	"slices"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// ParetoSet holds the results of one sweep, for instance over λ: the losses L and H of each run.
// Lower is better for both. Labels, if not nil, holds a label for each point, for instance λ at the
// ends of the sweep. An empty label is not drawn.
type ParetoSet struct {
	Name   string
	L, H   []float64
	Labels []string
}

// ParetoMark is a named point to compare the sweeps with, such as least squares or the
// unconstrained model.
type ParetoMark struct {
	Name string
	L, H float64
}

// ParetoFront draws the points of each set, with a colour and a shape per set. Dominated points are
// hollow. Marks are drawn as crosses.
//
// If there are at most three sets, or a reference, a thin step line bounds the area that each set
// dominates. If reference is not nil, the area dominated by each set up to (reference[0],
// reference[1]) is shaded, and the legend shows its size, the hypervolume. If all points of a set
// coincide with those of an earlier set, the legend names that set.
func ParetoFront(sets []ParetoSet, marks []ParetoMark, reference *[2]float64, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "pareto", Title: "Pareto front", Width: 720, Height: 440,
		XLabel: "task loss L", YLabel: "interpretability loss H",
	}, opts, func(c *checker) { c.pareto(sets, marks, reference) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	setScales(p, s)
	canvas.Grid(p, true, true)
	var legend []canvas.LegendEntry
	colors, stairs := setColors(sets), canvas.ThinWidth*1.6
	if len(sets) > mostStairs && reference == nil {
		stairs = 0
	}
	for i, set := range sets {
		front := nonDominated(set)
		p.Add(frontPainter(set, front, colors[i], stairs, reference))
		name := set.Name
		if j := coincides(sets, i, s); j >= 0 {
			name += fmt.Sprintf(" (on %s)", sets[j].Name)
		}
		if reference != nil {
			name += fmt.Sprintf(" (hypervolume %.3g)", hypervolume(front, *reference))
		}
		legend = append(legend, canvas.SwatchEntry(name, canvas.Swatch{Line: stairStyle(colors[i], stairs), Glyph: pointStyle(colors[i], i, false)}))
	}
	for i, set := range sets {
		p.Add(pointPainter(set, nonDominated(set), colors[i], i))
	}
	if dominated(sets) {
		legend = append(legend, canvas.GlyphEntry("dominated", draw.GlyphStyle{Color: canvas.Muted, Radius: vg.Points(3), Shape: canvas.Polygon{Hollow: true}}))
	}
	p.Add(labelPainter(sets, marks))
	canvas.Widen(&p.X, 0.05, 0.06)
	canvas.Widen(&p.Y, 0.05, 0.06)
	return s.Chart(p, legend...), nil
}

// pareto records the first error in the input.
func (c *checker) pareto(sets []ParetoSet, marks []ParetoMark, reference *[2]float64) {
	c.notEmpty("sets", len(sets))
	axis := func(log bool) func(string, []float64) {
		if log {
			return c.positive
		}
		return c.finite
	}
	for i, set := range sets {
		what := fmt.Sprintf("set %d (%q)", i, set.Name)
		c.notEmpty("points in "+what, len(set.L))
		c.length("H of "+what, len(set.H), len(set.L), "L")
		if set.Labels != nil {
			c.length("Labels of "+what, len(set.Labels), len(set.L), "L")
		}
		axis(c.LogX)("L of "+what, set.L)
		axis(c.LogY)("H of "+what, set.H)
	}
	for i, m := range marks {
		what := fmt.Sprintf("mark %d (%q)", i, m.Name)
		axis(c.LogX)("L of "+what, []float64{m.L})
		axis(c.LogY)("H of "+what, []float64{m.H})
	}
	if reference != nil {
		c.finite("the reference point", reference[:])
	}
}

// mostStairs is the largest number of sets that get step lines without a reference. The lines of
// more sets cross and are hard to read.
const mostStairs = 3

// setColors returns the colours of the sets.
func setColors(sets []ParetoSet) []color.NRGBA {
	return colorsOf(sets, func(s ParetoSet) string { return s.Name })
}

// stairStyle returns the thin, pale style of a set's step line.
func stairStyle(of color.NRGBA, width vg.Length) draw.LineStyle {
	return canvas.Stroke(canvas.Fade(of, 0.7), width)
}

// pointStyle returns the marker of the i-th set.
func pointStyle(of color.NRGBA, i int, dominated bool) draw.GlyphStyle {
	return draw.GlyphStyle{Color: of, Radius: vg.Points(3), Shape: canvas.SeriesPolygon(i, dominated)}
}

// frontPainter draws the area that one set dominates and the step line that bounds it.
func frontPainter(set ParetoSet, front [][2]float64, of color.NRGBA, stairWidth vg.Length, reference *[2]float64) canvas.Painter {
	xs, ys := append([]float64(nil), set.L...), append([]float64(nil), set.H...)
	if reference != nil {
		xs, ys = append(xs, reference[0]), append(ys, reference[1])
	}
	xmin, xmax := canvas.Bounds(xs)
	ymin, ymax := canvas.Bounds(ys)
	return canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) {
		if reference != nil {
			c.FillPolygon(canvas.Fade(of, 0.10), c.ClipPolygonXY(dominatedArea(front, *reference, x, y)))
		}
		c.StrokeLines(stairStyle(of, stairWidth), c.ClipLinesXY(stairs(front, x, y))...)
	})
}

// pointPainter draws the points of one set.
func pointPainter(set ParetoSet, front [][2]float64, of color.NRGBA, i int) canvas.Painter {
	xmin, xmax := canvas.Bounds(set.L)
	ymin, ymax := canvas.Bounds(set.H)
	return canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) {
		for k := range set.L {
			style := pointStyle(of, i, !slices.Contains(front, [2]float64{set.L[k], set.H[k]}))
			at := vg.Point{X: x(set.L[k]), Y: y(set.H[k])}
			if c.Contains(at) {
				canvas.Tooltip(c, fmt.Sprintf("%s: L = %.4g, H = %.4g", set.Name, set.L[k], set.H[k]), func() { c.DrawGlyph(style, at) })
			}
		}
	})
}

// labelPainter draws the marks as crosses with their names, and writes the point labels in the
// colour of their set.
func labelPainter(sets []ParetoSet, marks []ParetoMark) canvas.Painter {
	var xs, ys []float64
	for _, m := range marks {
		xs, ys = append(xs, m.L), append(ys, m.H)
	}
	xmin, xmax := canvas.Bounds(xs)
	ymin, ymax := canvas.Bounds(ys)
	return canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) { writeLabels(c, x, y, sets, marks) })
}

// writeLabels does the drawing for labelPainter.
func writeLabels(c draw.Canvas, x, y canvas.Mapping, sets []ParetoSet, marks []ParetoMark) {
	placer := canvas.LabelPlacer{Area: c.Rectangle}
	for _, set := range sets {
		for k := range set.L {
			placer.Dots = append(placer.Dots, vg.Point{X: x(set.L[k]), Y: y(set.H[k])})
		}
		corners := stairs(nonDominated(set), x, y)
		for k := range len(corners) - 1 {
			placer.AvoidLine(corners[k], corners[k+1])
		}
	}
	write := func(at vg.Point, name string, ink color.Color) {
		if name != "" && c.Contains(at) {
			placer.Write(c, at, vg.Point{}, name, canvas.TextStyle(canvas.TickSize, font.WeightNormal, ink))
		}
	}
	for _, m := range marks {
		at := vg.Point{X: x(m.L), Y: y(m.H)}
		if c.Contains(at) {
			c.DrawGlyph(draw.GlyphStyle{Color: canvas.Ink, Radius: vg.Points(4), Shape: draw.CrossGlyph{}}, at)
		}
		write(at, m.Name, canvas.Ink)
	}
	colors := setColors(sets)
	for i, set := range sets {
		for k, label := range set.Labels {
			write(vg.Point{X: x(set.L[k]), Y: y(set.H[k])}, label, darken(colors[i]))
		}
	}
}
