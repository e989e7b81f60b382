package blackbox

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the ratios to ridge at the centre by what is told, and for each set by
// the number of samples.
func (r *Result) Figures() ([]plots.Figure, error) {
	shown := []struct{ label, method string }{
		{"order", order}, {"order, intervals", intervals}, {"placebo", order + placebo}, {"rank ridge", contest.RankRidge().Name()},
		{"signs too", signed}, {"scores as weights", weights}, {"answers at inputs", atInputs},
	}
	for _, q := range r.Config.Queries {
		shown = append(shown, struct{ label, method string }{asking(q)[len("distillation, "):], asking(q)})
	}
	var bars []plots.BarSeries
	var labels []string
	for _, s := range shown {
		labels = append(labels, s.label)
	}
	for _, set := range r.Config.Sets {
		b, c := plots.BarSeries{Name: set}, r.Find(set, r.Config.Sizes[0])
		for _, s := range shown {
			if row := c.Row(s.method); row != nil && finite(row.Ratio, row.Low, row.High) {
				b.AddInterval(row.Ratio, row.Low, row.High)
			}
		}
		if len(b.Values) == len(shown) {
			bars = append(bars, b)
		}
	}
	var figures []plots.Figure
	if len(bars) > 0 {
		f, err := plots.Bars(labels, bars, plots.Name("black-box"), plots.Size(900, 420), plots.YLabel("mean error ÷ ridge's"), plots.RuleY("ridge", 1),
			plots.Title(fmt.Sprintf("What a teacher tells, and what it is worth: n = %d", r.Config.Sizes[0])))
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	by, err := r.bySamples()
	return append(figures, by...), err
}

// bySamples draws for each set the ratios by the number of samples.
func (r *Result) bySamples() (figures []plots.Figure, err error) {
	if len(r.Config.Sizes) < 2 {
		return nil, nil
	}
	methods := []string{contest.RankRidge().Name(), order, intervals, weights, atInputs}
	for _, q := range r.Config.Queries {
		methods = append(methods, asking(q))
	}
	for i, set := range r.Config.Sets {
		var lines []plots.Line
		for _, method := range methods {
			line := plots.Line{Name: method}
			for _, n := range slices.Sorted(slices.Values(r.Config.Sizes)) {
				if row := r.Find(set, n).Row(method); row != nil && finite(row.Ratio, row.Low, row.High) {
					line.AddInterval(float64(n), row.Ratio, row.Low, row.High)
				}
			}
			if len(line.X) > 1 {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			continue
		}
		f, err := plots.Lines(lines, plots.Name(fmt.Sprintf("black-box-%d", i+1)), plots.Title("Error beside ridge: "+set), plots.XLabel("samples n"), plots.YLabel("mean error ÷ ridge's"), plots.LogX(), plots.LogY(), plots.RuleY("ridge", 1))
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	return figures, nil
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
