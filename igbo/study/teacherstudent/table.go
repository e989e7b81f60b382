package teacherstudent

import (
	"fmt"
	"strconv"
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
	return study.Table{
		Name: "table1", Title: fmt.Sprintf("Table I, %s", study.Spread(res.Config.Seeds, "seed")),
		Header: tableHeader, Rows: tableCells(res), Data: tableData(res),
	}
}

var tableHeader = []string{"model", "optimiser", "val. MSE", "paper", "interp. loss", "paper", "edges kept", "conflicts"}

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
		t.Rows = append(t.Rows, []string{c.Baseline, c.IGBO, percentChange(c.OfMeans), percentChange(most) + " to " + percentChange(least), paper})
		t.Data = append(t.Data, append(append([]string{c.Baseline, c.IGBO, study.Full(&c.OfMeans)}, c.Reduction.Full()...), study.Full(c.Paper)))
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
		row, full := []string{f.Score}, []string{f.Score}
		for _, s := range []*study.Stat{f.LeastSquaresFresh, f.ArbitraryFresh, f.Zero} {
			row, full = append(row, fmt.Sprintf("%.4f", s.Mean)), append(full, s.Full()...)
		}
		t.Rows, t.Data = append(t.Rows, row), append(t.Data, full)
	}
	return t
}

// tableCells are the cells of Table I, mean ± sample deviation over seeds.
func tableCells(res *Result) [][]string {
	var cells [][]string
	for _, row := range res.Rows {
		optimizer := "closed form"
		if row.Optimizer != nil {
			optimizer = fmt.Sprintf("%s %g", *row.Optimizer, *row.LearningRate)
		}
		cells = append(cells, []string{
			strings.ReplaceAll(row.Name, "_", " "), optimizer,
			row.ValMSE.PlusMinus("%.4g"), paper(row.PaperValMSE), row.InterpretabilityLoss.PlusMinus("%.2g"), paper(row.PaperLoss),
			row.EdgesSatisfiedShare.Percent(), row.ConflictShare.Percent(),
		})
	}
	return cells
}

func paper(v *float64) string {
	if v == nil {
		return "–"
	}
	return strconv.FormatFloat(*v, 'g', 4, 64)
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

// tableData is the table with full numbers.
func tableData(res *Result) [][]string {
	records := [][]string{{
		"name", "optimizer", "learning_rate", "val_mse_mean", "val_mse_sd", "paper_val_mse",
		"interpretability_loss_mean", "interpretability_loss_sd", "paper_interpretability_loss",
		"edges_satisfied_mean", "edges_satisfied_sd", "edges_satisfied_share_mean", "conflict_share_mean", "conflict_share_sd",
	}}
	for _, row := range res.Rows {
		optimizer := ""
		if row.Optimizer != nil {
			optimizer = *row.Optimizer
		}
		record := []string{row.Name, optimizer, study.Full(row.LearningRate)}
		record = append(record, row.ValMSE.Full()...)
		record = append(record, study.Full(row.PaperValMSE))
		record = append(record, row.InterpretabilityLoss.Full()...)
		record = append(record, study.Full(row.PaperLoss))
		record = append(record, row.EdgesSatisfied.Full()...)
		record = append(record, row.EdgesSatisfiedShare.Full()[0])
		records = append(records, append(record, row.ConflictShare.Full()...))
	}
	return records
}
