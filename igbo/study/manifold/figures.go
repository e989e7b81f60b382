package manifold

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: outputs on both paths, and attributions.
func (r *Result) Figures() ([]plots.Figure, error) {
	outputs, err := r.outputs()
	if err != nil {
		return nil, err
	}
	attributions, err := r.attributions()
	return []plots.Figure{outputs, attributions}, err
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

func (r *Result) outputs() (plots.Figure, error) {
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
		plots.XLabel("position on the path"), plots.YLabel("output F"))
}

func (r *Result) attributions() (plots.Figure, error) {
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
