package teacherstudent

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the paper's figure, per-feature scores of
// teacher, baseline and IGBO for the first optimiser setting.
func (res *Result) Figures() ([]plots.Figure, error) {
	first := res.Config.Optimizers[0]
	var series []plots.BarSeries
	for _, imp := range res.Importance {
		if imp.Name != "teacher" && (imp.Optimizer != first.Name || imp.Rate != first.LearningRate) {
			continue
		}
		var means, errors []float64
		for _, s := range imp.Scores {
			means = append(means, s.Mean)
			if s.SD != nil { // one seed has none, and no error bars
				errors = append(errors, *s.SD)
			}
		}
		series = append(series, plots.PlusMinus(legend(imp.Name), means, errors))
	}
	seeds := "1 seed"
	if res.Config.Seeds > 1 {
		seeds = fmt.Sprintf("%d seeds, ± deviation", res.Config.Seeds)
	}
	title := fmt.Sprintf("The order moves no feature's mean score by more than %.1g (%s %g)", res.moved(first), first.Name, first.LearningRate)
	figure, err := plots.ImportanceBars(res.DAG[0].Features, series, plots.Title(title),
		plots.YLabel(fmt.Sprintf("mean %s H (%s)", res.Config.Attribution.Score, seeds)))
	return []plots.Figure{figure}, err
}

// moved is the largest difference, over features, between the mean scores of the baseline
// and of the IGBO student of an optimiser setting.
func (res *Result) moved(o igbo.Optimizer) float64 {
	var pair [][]*study.Stat
	for _, imp := range res.Importance {
		if imp.Name != "teacher" && imp.Optimizer == o.Name && imp.Rate == o.LearningRate {
			pair = append(pair, imp.Scores)
		}
	}
	most := 0.0
	for k := range pair[0] {
		most = max(most, math.Abs(pair[0][k].Mean-pair[len(pair)-1][k].Mean))
	}
	return most
}

// ScoresFigure draws the mean scores of the first seed's teacher, of the baseline of the
// first optimiser setting, and of both students of the last: an under-trained student
// beside two that have arrived, in the paper's settings.
func (res *Result) ScoresFigure() (plots.Figure, error) {
	first, last := res.Config.Optimizers[0], res.Config.Optimizers[len(res.Config.Optimizers)-1]
	var series []plots.BarSeries
	for _, imp := range res.Importance {
		of := igbo.Optimizer{Name: imp.Optimizer, LearningRate: imp.Rate}
		early := imp.Name == "baseline" && of.Name == first.Name && of.LearningRate == first.LearningRate
		late := of.Name == last.Name && of.LearningRate == last.LearningRate
		if imp.Name != "teacher" && !early && !late {
			continue
		}
		bar := plots.BarSeries{Name: legend(imp.Name)}
		if imp.Name != "teacher" {
			bar.Name += fmt.Sprintf(", %s %g", of.Name, of.LearningRate)
		}
		for _, s := range imp.Scores {
			bar.Add(s.Values[0])
		}
		series = append(series, bar)
	}
	return plots.ImportanceBars(res.DAG[0].Features, series, plots.Name("scores"), plots.YLabel("mean H"),
		plots.Title(fmt.Sprintf("Mean %s score H of each feature, seed %d", res.Config.Attribution.Score, res.Config.Seed0)))
}

// ErrorsFigure draws the validation errors of both students by optimiser setting, mean ±
// deviation over seeds, beside the level of least squares.
func (res *Result) ErrorsFigure() (plots.Figure, error) {
	var settings []string
	bars, level := []plots.BarSeries{{Name: "baseline"}, {Name: "IGBO"}}, 0.0
	for _, row := range res.Rows {
		m, sd := row.ValMSE.Mean, 0.0
		if row.ValMSE.SD != nil {
			sd = *row.ValMSE.SD
		}
		switch row.Name {
		case "least_squares":
			level = m
		case "baseline":
			settings = append(settings, fmt.Sprintf("%s %g", *row.Optimizer, *row.LearningRate))
			bars[0].AddInterval(m, m-sd, m+sd)
		case "igbo":
			bars[1].AddInterval(m, m-sd, m+sd)
		}
	}
	return plots.Bars(settings, bars, plots.Name("optimisers"), plots.YLabel("MSE on the validation points"), plots.RuleY("least squares", level),
		plots.Title("The optimiser sets the error, the order does not (mean ± deviation)"))
}

// Figures draws the order.
func (d SeedDAG) Figures() ([]plots.Figure, error) {
	var edges []plots.DAGEdge
	for _, e := range d.Edges {
		edges = append(edges, plots.DAGEdge{
			U: slices.Index(d.Features, e.U), V: slices.Index(d.Features, e.V), P: e.P, Epsilon: e.Epsilon, Delta: e.Delta,
		})
	}
	figure, err := plots.DAG(d.Features, edges, plots.Title(fmt.Sprintf("The order of seed %d: %s", d.Seed, study.Plural(len(edges), "edge"))))
	return []plots.Figure{figure}, err
}

// legend is a model's name in the figure.
func legend(name string) string {
	if name == "igbo" {
		return "IGBO"
	}
	return name
}
