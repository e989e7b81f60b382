package teacherstudent

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/study"
)

// Tables implements study.Result: Table I with the comparisons and the
// freshness check below it.
func (res *Result) Tables() []study.Table {
	t := res.ErrorTable()
	t.Notes = findings(res)
	return []study.Table{t}
}

// ErrorTable is Table I alone: errors, interpretability losses and edges kept by model.
func (res *Result) ErrorTable() study.Table {
	t := study.Table{
		Name: "table1", Title: fmt.Sprintf("Table I, %s", study.Spread(res.Config.Seeds, "seed")),
		Header: []string{"model", "optimiser", "val. MSE", "paper", "interp. loss", "paper", "edges kept", "conflicts"},
		Data: [][]string{{
			"name", "optimizer", "learning_rate", "val_mse_mean", "val_mse_sd", "paper_val_mse",
			"interpretability_loss_mean", "interpretability_loss_sd", "paper_interpretability_loss",
			"edges_satisfied_mean", "edges_satisfied_sd", "edges_satisfied_share_mean", "conflict_share_mean", "conflict_share_sd",
		}},
	}
	res.addRows(&t)
	return t
}

// ComparisonTable sets the errors of students side by side: those of each optimiser
// setting, and the one pair of different settings that comes near the paper's.
func (res *Result) ComparisonTable() study.Table {
	t := study.Table{
		Name: "comparisons", Title: fmt.Sprintf("Validation error of IGBO students against baselines, %s", study.Plural(res.Config.Seeds, "seed")),
		Header: []string{"baseline", "IGBO", "change", "by seed", "paper"},
		Data:   [][]string{{"baseline", "igbo", "mse_reduction_of_means", "mse_reduction_mean", "mse_reduction_sd", "paper"}},
	}
	for _, c := range res.Comparisons {
		least, most := floats.Min(c.Reduction.Values), floats.Max(c.Reduction.Values)
		paper := "–"
		if c.Paper != nil {
			paper = percentChange(*c.Paper)
		}
		t.Add(study.Words(c.Baseline, c.IGBO), study.Shown(percentChange(c.OfMeans), percentChange(most)+" to "+percentChange(least), paper),
			study.InFull(c.OfMeans), study.Field{Full: c.Reduction.Full()}, study.InFull(study.Full(c.Paper)))
		if !c.Fair {
			t.Notes = append(t.Notes, fmt.Sprintf("IGBO (%s) against baseline (%s) %s.", c.IGBO, c.Baseline, c.Note))
		}
	}
	return t
}

// percentChange writes a reduction as a change, + for an increase.
func percentChange(reduction float64) string { return fmt.Sprintf("%+.1f %%", -100*reduction) }

// FreshnessTable asks for either score what the edges are worth on fresh points: the
// interpretability loss there of models that fit the task and of one that has nothing to
// do with it.
func (res *Result) FreshnessTable() study.Table {
	t := study.Table{
		Name: "freshness", Title: fmt.Sprintf("Interpretability loss on fresh points, mean of %s", study.Plural(res.Config.Seeds, "seed")),
		Header: []string{"score", "least squares", "arbitrary weights", "all scores equal"},
		Data:   [][]string{{"score", "least_squares_mean", "least_squares_sd", "arbitrary_mean", "arbitrary_sd", "zero_mean", "zero_sd"}},
	}
	for _, f := range res.Freshness {
		line := []study.Field{study.Words(f.Score)}
		for _, s := range []*study.Stat{f.LeastSquaresFresh, f.ArbitraryFresh, f.Zero} {
			line = append(line, study.Field{Shown: []string{fmt.Sprintf("%.4f", s.Mean)}, Full: s.Full()})
		}
		t.Add(line...)
	}
	return t
}

// paper is a number of the paper's, – where it has none.
func paper(v *float64) study.Field {
	if v == nil {
		return study.Missing(1)
	}
	return study.Number("%.4g", *v)
}

// findings says in lines what stands beside the table.
func findings(res *Result) []string {
	var lines []string
	for _, c := range res.Comparisons {
		line := fmt.Sprintf("IGBO (%s) against baseline (%s): MSE %s", c.IGBO, c.Baseline, change(c.OfMeans))
		if c.Paper != nil {
			line += fmt.Sprintf(" (paper: %s)", change(*c.Paper))
		}
		lines = append(lines, line+"; "+c.Note+".")
	}
	for _, f := range res.Freshness {
		lines = append(lines, fmt.Sprintf(
			"%s score: %.1f of %d pairs become edges, %.1f of them recur on fresh points; arbitrary positive weights have a loss of %.2g there, least squares %.2g, all scores equal %.2g.",
			f.Score, f.Edges.Mean, f.PairsTotal, f.Recurring.Mean, f.ArbitraryFresh.Mean, f.LeastSquaresFresh.Mean, f.Zero.Mean))
	}
	return lines
}

func change(reduction float64) string {
	if reduction >= 0 {
		return fmt.Sprintf("%.2g %% lower", 100*reduction)
	}
	return fmt.Sprintf("%.2g %% higher", -100*reduction)
}

// addRows adds the models to Table I, mean ± sample deviation over seeds.
func (res *Result) addRows(t *study.Table) {
	for _, row := range res.Rows {
		setting := study.Field{Shown: []string{"closed form"}, Full: []string{"", ""}}
		if row.Optimizer != nil {
			setting = study.Field{Shown: []string{fmt.Sprintf("%s %g", *row.Optimizer, *row.LearningRate)}, Full: []string{*row.Optimizer, study.Full(row.LearningRate)}}
		}
		t.Add(study.Shown(strings.ReplaceAll(row.Name, "_", " ")), study.InFull(row.Name), setting, row.ValMSE.Field("%.4g"), paper(row.PaperValMSE),
			row.InterpretabilityLoss.Field("%.2g"), paper(row.PaperLoss), study.Field{Full: row.EdgesSatisfied.Full()},
			study.Field{Shown: []string{row.EdgesSatisfiedShare.Percent()}, Full: row.EdgesSatisfiedShare.Full()[:1]},
			study.Field{Shown: []string{row.ConflictShare.Percent()}, Full: row.ConflictShare.Full()})
	}
}
