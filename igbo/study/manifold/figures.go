package manifold

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: both paths, outputs along them, and attributions.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.PathFigure, r.OutputFigure, r.AttributionFigure)
}

// PathFigure draws both paths over the data, a band of two deviations each way.
func (r *Result) PathFigure() (plots.Figure, error) {
	data := plots.Curve("the data", curve, -reach, reach).WithBand(2 * r.Config.Thickness)
	return plots.Lines([]plots.Line{data, r.Straight.line("straight path"), r.Along.line("path along the data")}, plots.Name("paths"), plots.XLabel("x1"), plots.YLabel("x2"),
		plots.Title("Both ends in the data, the straight way between them outside"))
}

// count says how many networks there are.
func (r *Result) count() string {
	if len(r.Errors) == 1 {
		return "one network"
	}
	return fmt.Sprintf("%d networks", len(r.Errors))
}

// spread says what is drawn of them.
func (r *Result) spread() string {
	if len(r.Errors) == 1 {
		return r.count()
	}
	return r.count() + ": mean, and smallest to largest"
}

// line is the path with x_1 from left to right.
func (p Path) line(name string) plots.Line {
	l := plots.Line{Name: name, X: slices.Clone(p.X1), Y: slices.Clone(p.X2)}
	if !slices.IsSorted(l.X) {
		slices.Reverse(l.X)
		slices.Reverse(l.Y)
	}
	return l
}

// OutputFigure draws what the networks say along both paths.
func (r *Result) OutputFigure() (plots.Figure, error) {
	var lines, truths []plots.Line
	for _, p := range r.paths() {
		low, mean, high := p.Spread()
		line, truth := plots.Line{Name: p.name, X: p.Alpha, Y: mean, Low: low, High: high}, plots.Line{Name: "truth, " + p.name, X: p.Alpha}
		if len(r.Errors) == 1 {
			line.Low, line.High = nil, nil
		}
		for i, x1 := range p.X1 {
			truth.Y = append(truth.Y, math.Sin(3*x1)+p.X2[i])
		}
		lines, truths = append(lines, line), append(truths, truth)
	}
	return plots.Lines(append(lines, truths...), plots.Name("outputs"), plots.Title("Outputs of "+r.spread()),
		plots.XLabel("position τ on the path"), plots.YLabel("output F"))
}

// AttributionFigure draws the attributions of both paths beside the truth.
func (r *Result) AttributionFigure() (plots.Figure, error) {
	bars := []plots.BarSeries{{Name: "truth", Values: r.Truth}}
	for _, p := range r.paths() {
		b := plots.BarSeries{Name: p.name}
		for k := range r.Truth {
			all := column(p.Attributions, k)
			b.Values = append(b.Values, stat.Mean(all, nil))
			if len(all) > 1 {
				b.Low, b.High = append(b.Low, slices.Min(all)), append(b.High, slices.Max(all))
			}
		}
		bars = append(bars, b)
	}
	return plots.Bars([]string{"x1", "x2"}, bars, plots.Name("attributions"), plots.Title("Attributions of "+r.spread()), plots.YLabel("attribution"))
}
