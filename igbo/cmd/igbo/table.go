package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/experiment"
)

var tableHeader = []string{"model", "optimiser", "val. MSE", "paper", "H", "paper", "edges kept", "conflicts"}

// tableCells are the cells of Table I, mean ± sample deviation over seeds.
func tableCells(res *experiment.Result) [][]string {
	var cells [][]string
	for _, row := range res.Rows {
		optimizer := "closed form"
		if row.Optimizer != nil {
			optimizer = fmt.Sprintf("%s %g", *row.Optimizer, *row.LearningRate)
		}
		cells = append(cells, []string{
			strings.ReplaceAll(row.Name, "_", " "), optimizer,
			plusMinus(row.ValMSE, "%.4g"), paper(row.PaperValMSE), plusMinus(row.InterpretabilityLoss, "%.2g"), paper(row.PaperLoss),
			percent(row.EdgesSatisfiedShare), percent(row.ConflictShare),
		})
	}
	return cells
}

func plusMinus(s *experiment.Stat, format string) string {
	switch {
	case s == nil:
		return "–"
	case s.SD == nil:
		return fmt.Sprintf(format, s.Mean)
	default:
		return fmt.Sprintf(format+" ± "+format, s.Mean, *s.SD)
	}
}

func paper(v *float64) string {
	if v == nil {
		return "–"
	}
	return strconv.FormatFloat(*v, 'g', 4, 64)
}

func percent(s *experiment.Stat) string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*s.Mean)
}

// tableText is the table, the comparisons and the freshness check for a terminal.
func tableText(res *experiment.Result) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(tableHeader, "\t"))
	for _, cells := range tableCells(res) {
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
	for _, line := range findings(res) {
		fmt.Fprintf(&b, "\n%s", line)
	}
	b.WriteByte('\n')
	return b.String()
}

// tableMarkdown is the same as a Markdown file.
func tableMarkdown(res *experiment.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Table I, %d seed(s), mean ± sample deviation\n\n", res.Config.Seeds)
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(tableHeader, " | "), strings.Repeat(" --- |", len(tableHeader)))
	for _, cells := range tableCells(res) {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	b.WriteByte('\n')
	for _, line := range findings(res) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	return b.String()
}

// findings says in lines what stands beside the table.
func findings(res *experiment.Result) []string {
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

// tableCSV is the table with full numbers.
func tableCSV(res *experiment.Result) []byte {
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
		record := []string{row.Name, optimizer, full(row.LearningRate)}
		record = append(record, meanAndSD(row.ValMSE)...)
		record = append(record, full(row.PaperValMSE))
		record = append(record, meanAndSD(row.InterpretabilityLoss)...)
		record = append(record, full(row.PaperLoss))
		record = append(record, meanAndSD(row.EdgesSatisfied)...)
		record = append(record, meanAndSD(row.EdgesSatisfiedShare)[0])
		records = append(records, append(record, meanAndSD(row.ConflictShare)...))
	}
	return encodeCSV(records)
}

// ablationCSV has one line a cell of the grid.
func ablationCSV(rows []experiment.AblationRow) []byte {
	records := [][]string{{
		"alpha", "lambda", "r", "edges_mean", "empty_dags", "baseline_val_mse_mean", "baseline_val_mse_sd",
		"igbo_val_mse_mean", "igbo_val_mse_sd", "mse_reduction_mean", "mse_reduction_sd",
		"baseline_interpretability_loss_mean", "igbo_interpretability_loss_mean",
		"baseline_edges_satisfied_share_mean", "igbo_edges_satisfied_share_mean", "conflict_share_mean", "note",
	}}
	for _, r := range rows {
		record := []string{full(&r.Alpha), full(&r.Lambda), full(&r.R), full(&r.Edges.Mean), strconv.Itoa(r.EmptyDAGs)}
		record = append(record, meanAndSD(r.BaselineMSE)...)
		record = append(record, meanAndSD(r.IGBOMSE)...)
		record = append(record, meanAndSD(r.Reduction)...)
		records = append(records, append(record, full(&r.BaselineLoss.Mean), full(&r.IGBOLoss.Mean),
			full(&r.BaselineKept.Mean), full(&r.IGBOKept.Mean), full(&r.Conflicts.Mean), r.Note))
	}
	return encodeCSV(records)
}

func full(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

func meanAndSD(s *experiment.Stat) []string {
	if s == nil {
		return []string{"", ""}
	}
	return []string{full(&s.Mean), full(s.SD)}
}

func encodeCSV(records [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(records); err != nil { // a bytes.Buffer does not fail
		panic(err)
	}
	return b.Bytes()
}
