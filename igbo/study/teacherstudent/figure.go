package teacherstudent

import (
	"fmt"

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
	title := fmt.Sprintf("Mean score H of each feature (%s, %s %g, %s)", res.Config.Attribution.Score, first.Name, first.LearningRate, seeds)
	figure, err := plots.ImportanceBars(res.DAG[0].Features, series, plots.Title(title))
	return []plots.Figure{figure}, err
}

// legend is a model's name in the figure.
func legend(name string) string {
	if name == "igbo" {
		return "IGBO"
	}
	return name
}
