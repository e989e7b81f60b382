package teacherstudent

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
)

// Tables implements study.Result: Table I with the comparisons and the
// freshness check below it.
func (res *Result) Tables() []study.Table {
	return []study.Table{{
		Name: "table1", Title: fmt.Sprintf("Table I, %d seed(s), mean ± sample deviation", res.Config.Seeds),
		Notes: findings(res), Header: tableHeader, Rows: tableCells(res), Data: tableData(res),
	}}
}

var tableHeader = []string{"model", "optimiser", "val. MSE", "paper", "H", "paper", "edges kept", "conflicts"}

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
			"%s score: %.1f of %d pairs become edges, %.1f of them recur on fresh points; arbitrary positive weights have H = %.2g there, least squares %.2g, all scores equal %.2g.",
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
