package plots

import (
	"fmt"
	"image/color"
	"math"
	"sort"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// ParetoSet is the outcomes of one sweep in its order, for instance over λ: the two
// losses L and H of each run, both to be small.
type ParetoSet struct {
	Name string
	L, H []float64
}

// ParetoMark is a named point to show beside the sweeps, for instance least
// squares or the unconstrained model.
type ParetoMark struct {
	Name string
	L, H float64
}

// ParetoFront draws, for each set, its points in the order of the sweep, joined by a thin
// line whose arrows show the sweep's direction, and the marks. Every set has a marker of
// its own; dominated points are small and pale. The area dominated up to the reference
// point (reference[0], reference[1]) is shaded, and its size, the hypervolume, stands in
// the legend. A nil reference draws neither.
func ParetoFront(sets []ParetoSet, marks []ParetoMark, reference *[2]float64, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "pareto", Title: "Pareto front", Width: 720, Height: 440,
		XLabel: "task loss L", YLabel: "interpretability loss H",
	}, opts)
	if err != nil {
		return nil, err
	}
	if err := checkPareto(s, sets, marks, reference); err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	setScales(p, s)
	canvas.Grid(p, true, true)
	var legend []canvas.LegendEntry
	for i, set := range sets {
		front := nonDominated(set)
		p.Add(frontPainter(set, front, i, reference))
		name := set.Name
		if reference != nil {
			name += fmt.Sprintf(" (hypervolume %.3g)", hypervolume(front, *reference))
		}
		legend = append(legend, canvas.SwatchEntry(name, canvas.Swatch{
			Line: canvas.Stroke(canvas.Fade(canvas.SeriesColor(i), 0.6), vg.Points(0.9)), Glyph: frontGlyph(i),
		}))
	}
	if dominated(sets) {
		legend = append(legend, canvas.GlyphEntry("small: dominated", draw.GlyphStyle{Color: canvas.Fade(canvas.Muted, 0.6), Radius: vg.Points(1.6), Shape: draw.CircleGlyph{}}))
	}
	if len(marks) > 0 {
		p.Add(markPainter(marks, sets))
	}
	canvas.Widen(&p.X, 0.05, 0.06)
	canvas.Widen(&p.Y, 0.05, 0.06)
	return s.Chart(p, legend...), nil
}

// checkPareto names the first fault of the input.
func checkPareto(s canvas.Settings, sets []ParetoSet, marks []ParetoMark, reference *[2]float64) error {
	c := checker{figure: s.Name}
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
		axis(s.LogX)("L of "+what, set.L)
		axis(s.LogY)("H of "+what, set.H)
	}
	for i, m := range marks {
		what := fmt.Sprintf("mark %d (%q)", i, m.Name)
		axis(s.LogX)("L of "+what, []float64{m.L})
		axis(s.LogY)("H of "+what, []float64{m.H})
	}
	if reference != nil {
		c.finite("the reference point", reference[:])
	}
	return c.err
}

// nonDominated returns the points of a set that no other one dominates, by
// increasing L: no other point is as small in both losses and smaller in one.
func nonDominated(set ParetoSet) [][2]float64 {
	points := make([][2]float64, len(set.L))
	for i := range points {
		points[i] = [2]float64{set.L[i], set.H[i]}
	}
	sort.Slice(points, func(i, j int) bool {
		if points[i][0] != points[j][0] {
			return points[i][0] < points[j][0]
		}
		return points[i][1] < points[j][1]
	})
	var front [][2]float64
	best := math.Inf(1)
	for _, p := range points {
		if p[1] < best {
			front = append(front, p)
			best = p[1]
		}
	}
	return front
}

// dominated tells whether a set has dominated points.
func dominated(sets []ParetoSet) bool {
	for _, set := range sets {
		if len(nonDominated(set)) < len(set.L) {
			return true
		}
	}
	return false
}

// hypervolume returns the area dominated by a front up to the reference point;
// points beyond the reference add nothing.
func hypervolume(front [][2]float64, reference [2]float64) float64 {
	area, ceiling := 0.0, reference[1]
	for _, p := range front {
		if p[0] >= reference[0] || p[1] >= ceiling {
			continue
		}
		area += (reference[0] - p[0]) * (ceiling - p[1])
		ceiling = p[1]
	}
	return area
}

// frontPainter draws one set.
func frontPainter(set ParetoSet, front [][2]float64, i int, reference *[2]float64) canvas.Painter {
	xs, ys := append([]float64(nil), set.L...), append([]float64(nil), set.H...)
	if reference != nil {
		xs, ys = append(xs, reference[0]), append(ys, reference[1])
	}
	xmin, xmax := canvas.Bounds(xs)
	ymin, ymax := canvas.Bounds(ys)
	return canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) {
		if reference != nil {
			c.FillPolygon(canvas.Fade(canvas.SeriesColor(i), 0.10), c.ClipPolygonXY(dominatedArea(front, *reference, x, y)))
		}
		drawSweep(c, set, x, y, canvas.Fade(canvas.SeriesColor(i), 0.6))
		onFront := map[[2]float64]bool{}
		for _, p := range front {
			onFront[p] = true
		}
		for k := range set.L {
			style := frontGlyph(i)
			if !onFront[[2]float64{set.L[k], set.H[k]}] {
				style.Color, style.Radius = canvas.Fade(canvas.SeriesColor(i), 0.6), vg.Points(1.6)
			}
			at := vg.Point{X: x(set.L[k]), Y: y(set.H[k])}
			if c.Contains(at) {
				canvas.Tooltip(c, fmt.Sprintf("%s: L = %.4g, H = %.4g", set.Name, set.L[k], set.H[k]), func() { c.DrawGlyph(style, at) })
			}
		}
	})
}

// dominatedArea returns the outline of what a front dominates up to the reference.
func dominatedArea(front [][2]float64, reference [2]float64, x, y canvas.Mapping) []vg.Point {
	outline := []vg.Point{{X: x(reference[0]), Y: y(reference[1])}}
	ceiling := reference[1]
	for _, p := range front {
		if p[0] >= reference[0] || p[1] >= ceiling {
			continue
		}
		outline = append(outline, vg.Point{X: x(p[0]), Y: y(ceiling)}, vg.Point{X: x(p[0]), Y: y(p[1])})
		ceiling = p[1]
	}
	return append(outline, vg.Point{X: x(reference[0]), Y: y(ceiling)})
}

// frontGlyph is the marker of the i-th set.
func frontGlyph(i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: canvas.SeriesColor(i), Radius: vg.Points(3.4), Shape: canvas.SeriesGlyph(i)}
}

// drawSweep joins the points of a sweep in its order, with an arrow in the middle of each
// stretch that has room for one.
func drawSweep(c draw.Canvas, set ParetoSet, x, y canvas.Mapping, clr color.NRGBA) {
	var sweep []vg.Point
	for k := range set.L {
		sweep = append(sweep, vg.Point{X: x(set.L[k]), Y: y(set.H[k])})
	}
	c.StrokeLines(canvas.Stroke(clr, vg.Points(0.9)), c.ClipLinesXY(sweep)...)
	for k := 1; k < len(sweep); k++ {
		way := sweep[k].Sub(sweep[k-1])
		middle := sweep[k-1].Add(way.Scale(0.5))
		if math.Hypot(float64(way.X), float64(way.Y)) > float64(vg.Points(24)) && c.Contains(middle) {
			canvas.ArrowHead(c, sweep[k-1], middle.Sub(unit(way).Scale(vg.Points(3))), vg.Points(7), vg.Points(2.8), clr)
		}
	}
}

// markPainter draws the marks as crosses with their names beside them.
func markPainter(marks []ParetoMark, sets []ParetoSet) canvas.Painter {
	var xs, ys []float64
	for _, m := range marks {
		xs, ys = append(xs, m.L), append(ys, m.H)
	}
	xmin, xmax := canvas.Bounds(xs)
	ymin, ymax := canvas.Bounds(ys)
	return canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) {
		placer := canvas.LabelPlacer{Area: c.Rectangle}
		for _, set := range sets {
			for k := range set.L {
				placer.Dots = append(placer.Dots, vg.Point{X: x(set.L[k]), Y: y(set.H[k])})
			}
		}
		for k, m := range marks {
			at := vg.Point{X: x(xs[k]), Y: y(ys[k])}
			if !c.Contains(at) {
				continue
			}
			var mark color.Color = canvas.Ink
			c.DrawGlyph(draw.GlyphStyle{Color: mark, Radius: vg.Points(4), Shape: draw.CrossGlyph{}}, at)
			placer.Write(c, at, vg.Point{}, m.Name, canvas.TextStyle(canvas.TickSize, font.WeightNormal, canvas.Ink))
		}
	})
}
