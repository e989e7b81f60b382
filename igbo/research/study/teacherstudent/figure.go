package teacherstudent

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the paper's figure with the scores of each feature for the teacher, the baseline and IGBO
// with the first optimiser setting. The title has the number of features whose mean score the order changes by more than the
// seeds differ.
func (res *Result) Figures() ([]plots.Figure, error) {
	first := res.Config.Optimizers[0]
	var series []plots.BarSeries
	var students []Importance
	for _, imp := range res.Importance {
		if imp.Name != "teacher" {
			if imp.Optimizer != first.Name || imp.Rate != first.LearningRate {
				continue
			}
			students = append(students, imp)
		}
		var means, errors []float64
		for _, s := range imp.Scores {
			means = append(means, s.Mean)
			if s.SD != nil { // one seed has no standard deviation and no error bars
				errors = append(errors, *s.SD)
			}
		}
		series = append(series, plots.PlusMinus(legend(imp.Name), means, errors))
	}
	title, seeds := "Mean score H of each feature", "1 seed"
	if res.Config.Seeds > 1 {
		seeds = fmt.Sprintf("%d seeds, ± standard deviation", res.Config.Seeds)
		if len(students) == 2 { // fewer if the rates are not numbers
			title = moved(students[0].Scores, students[1].Scores)
		}
	}
	figure, err := plots.ImportanceBars(res.DAG[0].Features, series, plots.Title(title),
		plots.YLabel(fmt.Sprintf("mean %s score H", res.Config.Attribution.Score)),
		plots.XLabel(fmt.Sprintf("feature (students with %s, %s)", describe(first), seeds)))
	return []plots.Figure{figure}, err
}

// moved describes the number of features that the order changes: their mean scores for IGBO and for the baseline differ by more
// than the baseline's standard deviation over seeds.
func moved(baseline, guided []*study.Stat) string {
	n := 0
	for k, s := range baseline {
		if s.SD != nil && math.Abs(guided[k].Mean-s.Mean) > *s.SD {
			n++
		}
	}
	const beyond = "mean score by more than the SD over seeds"
	if n == 0 {
		return "The order changes no feature's " + beyond
	}
	return fmt.Sprintf("The order changes %d of %d features' %s", n, len(baseline), beyond)
}

// ErrorFigure draws the students' validation errors by optimiser setting with their standard deviations over seeds, and the
// level of least squares.
func (res *Result) ErrorFigure() (plots.Figure, error) {
	bars := []plots.BarSeries{{Name: "baseline"}, {Name: "IGBO"}}
	var settings []string
	level, apart, baseline := 0.0, 0.0, 0.0
	for _, row := range res.Rows {
		i := 0
		switch row.Name {
		case "least_squares":
			level = row.ValMSE.Mean
			continue
		case "teacher":
			continue
		case "igbo":
			i, apart = 1, max(apart, math.Abs(row.ValMSE.Mean/baseline-1))
		default:
			baseline = row.ValMSE.Mean
			settings = append(settings, fmt.Sprintf("%s %g", *row.Optimizer, *row.LearningRate))
		}
		if v := row.ValMSE; v.SD != nil {
			bars[i].AddInterval(v.Mean, v.Mean-*v.SD, v.Mean+*v.SD)
		} else {
			bars[i].Add(v.Mean)
		}
	}
	return plots.Bars(settings, bars, plots.Name("optimisers"), plots.YLabel("validation MSE"), plots.XLabel("optimiser and its rate"),
		plots.Title(fmt.Sprintf("IGBO's error is within %.1f %% of its baseline's error (%s)", 100*apart, study.Spread(res.Config.Seeds, "seed"))),
		plots.RuleY("least squares", level))
}

// SeedFigure draws the mean scores of the models of one seed, counted from 0. These are the teacher, both students of the
// optimiser setting with the least error, and the baseline of the setting with the largest error. The legend has their
// validation errors. It returns an error if the seed does not exist.
func (res *Result) SeedFigure(seed int) (plots.Figure, error) {
	if seed < 0 || seed >= len(res.DAG) {
		return nil, fmt.Errorf("teacherstudent: seed must be from 0 to %d, got %d", len(res.DAG)-1, seed)
	}
	models := res.Rows[1:] // least squares has no importances
	best, worst := 1, 1
	for i := 1; i < len(models); i += 2 {
		if v := models[i].ValMSE.Values[seed]; v < models[best].ValMSE.Values[seed] {
			best = i
		} else if v > models[worst].ValMSE.Values[seed] {
			worst = i
		}
	}
	drawn := []int{0, worst, best, best + 1}
	if worst == best {
		drawn = []int{0, best, best + 1}
	}
	var series []plots.BarSeries
	for _, i := range drawn {
		imp, mse := res.Importance[i], models[i].ValMSE.Values[seed]
		bar := plots.BarSeries{Name: fmt.Sprintf("%s, %s %g (MSE %.4g)", legend(imp.Name), imp.Optimizer, imp.Rate, mse)}
		for _, s := range imp.Scores {
			bar.Add(s.Values[seed])
		}
		series = append(series, bar)
	}
	apart := 0.0
	for k := range series[0].Values {
		of := study.Each(series, func(b plots.BarSeries) float64 { return b.Values[k] })
		apart = max(apart, slices.Max(of)-slices.Min(of))
	}
	return plots.Dots(res.DAG[seed].Features, series, plots.Name("importance-of-a-seed"), plots.Size(720, 480), plots.RuleX("zero", 0),
		plots.XLabel(fmt.Sprintf("mean %s score H", res.Config.Attribution.Score)),
		plots.Title(fmt.Sprintf("The models' mean scores differ by at most %.2g (seed %d)", apart, res.DAG[seed].Seed)))
}

// Figure draws the order of the seed. The title names the feature to which most edges lead.
func (d SeedDAG) Figure(opts ...plots.Option) (plots.Figure, error) {
	edges := study.Each(d.Edges, func(e dag.NamedEdge) plots.DAGEdge {
		return plots.DAGEdge{U: slices.Index(d.Features, e.U), V: slices.Index(d.Features, e.V), P: e.P, Epsilon: e.Epsilon, Delta: e.Delta}
	})
	return plots.DAG(d.Features, edges, append([]plots.Option{plots.Title(d.lowest(edges))}, opts...)...)
}

// lowest names the feature to which most edges lead.
func (d SeedDAG) lowest(edges []plots.DAGEdge) string {
	if len(edges) == 0 {
		return fmt.Sprintf("Seed %d: no edge", d.Seed)
	}
	leading := make([]int, len(d.Features))
	for _, e := range edges {
		leading[e.V]++
	}
	most := slices.Max(leading)
	verb := "lead"
	if most == 1 {
		verb = "leads"
	}
	return fmt.Sprintf("Seed %d: %d of %s %s to %s", d.Seed, most, tabulate.Plural(len(edges), "edge"), verb, d.Features[slices.Index(leading, most)])
}

// legend returns the name of a model in the figure.
func legend(name string) string {
	if name == "igbo" {
		return "IGBO"
	}
	return name
}
