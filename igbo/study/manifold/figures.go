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

func (r *Result) outputs() (plots.Figure, error) {
	var lines []plots.Line
	for _, p := range r.paths() {
		low, mean, high := p.Spread()
		lines = append(lines, plots.Line{Name: p.name, X: p.Alpha, Y: mean, Low: low, High: high})
	}
	truth := plots.Line{Name: "truth, straight", X: r.Straight.Alpha}
	for i, x := range r.Straight.X1 {
		truth.Y = append(truth.Y, math.Sin(3*x)+r.Straight.X2[i])
	}
	return plots.Lines(append(lines, truth), plots.Name("outputs"), plots.Title("Outputs of "+r.count()+": mean, and smallest to largest"),
		plots.XLabel("position on the path"), plots.YLabel("F"))
}

func (r *Result) attributions() (plots.Figure, error) {
	bars := []plots.BarSeries{{Name: "truth", Values: r.Truth}}
	for _, p := range r.paths() {
		b := plots.BarSeries{Name: p.name}
		for k := range r.Truth {
			all := column(p.Attributions, k)
			b.Values, b.Low, b.High = append(b.Values, stat.Mean(all, nil)), append(b.Low, slices.Min(all)), append(b.High, slices.Max(all))
		}
		bars = append(bars, b)
	}
	return plots.Bars([]string{"x1", "x2"}, bars, plots.Name("attributions"), plots.Title("Attributions: mean, and smallest to largest of "+r.count()), plots.YLabel("attribution"))
}
