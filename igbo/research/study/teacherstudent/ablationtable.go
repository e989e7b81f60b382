package teacherstudent

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: a line for every α over its λ and r, with the number of settings in which IGBO has the lower
// error.
func (a *Ablation) Tables() []tabulate.Table {
	t := tabulate.Table{
		Name:   "ablation",
		Title:  fmt.Sprintf("Ablation: %s of α, λ and r, %s. Errors are ranges over λ and r", tabulate.Plural(len(a.Rows), "setting"), tabulate.Plural(a.seeds(), "seed")),
		Header: []string{"α", "edges", "IGBO's val. MSE compared with the baseline", "H, baseline", "H, IGBO", "edges kept, baseline", "edges kept, IGBO"},
		Notes:  []string{ablationFinding(a.Rows)}, Data: ablationData(a.Rows),
	}
	for _, cells := range byAlpha(a.Rows) {
		average := func(of func(AblationRow) *study.Stat) float64 {
			return floats.Sum(study.Each(cells, func(r AblationRow) float64 { return of(r).Mean })) / float64(len(cells))
		}
		t.Rows = append(t.Rows, []string{
			fmt.Sprintf("%g", cells[0].Alpha), fmt.Sprintf("%.1f", cells[0].Edges.Mean), changes(cells),
			fmt.Sprintf("%.2g", average(func(r AblationRow) *study.Stat { return r.BaselineLoss })),
			fmt.Sprintf("%.2g", average(func(r AblationRow) *study.Stat { return r.IGBOLoss })),
			fmt.Sprintf("%.0f %%", 100*average(func(r AblationRow) *study.Stat { return r.BaselineKept })),
			fmt.Sprintf("%.0f %%", 100*average(func(r AblationRow) *study.Stat { return r.IGBOKept })),
		})
	}
	return []tabulate.Table{t}
}

// seeds returns the number of seeds.
func (a *Ablation) seeds() int { return len(a.Rows[0].IGBOMSE.Values) }

// changes returns the range of the change of the error over cells of one α.
func changes(cells []AblationRow) string {
	if cells[0].Edges.Mean == 0 {
		return "no edges, so identical students"
	}
	reductions := study.Each(cells, reduction)
	least, most := slices.Min(reductions), slices.Max(reductions)
	if from, to := change(most), change(least); from != to {
		return from + " to " + to
	}
	return change(most)
}

// ablationFinding returns the sentence below the table.
func ablationFinding(rows []AblationRow) string {
	lower, clearly := 0, 0
	for _, r := range rows {
		if r.Reduction.Mean > 0 {
			lower++
		}
		if sd := r.Reduction.SD; sd != nil && r.Reduction.Mean > *sd {
			clearly++
		}
	}
	best := slices.MaxFunc(rows, func(a, b AblationRow) int {
		return cmp.Compare(reduction(a), reduction(b))
	})
	at := fmt.Sprintf("α = %g, λ = %g, r = %g", best.Alpha, best.Lambda, best.R)
	switch {
	case reduction(best) == 0:
		return "IGBO's validation MSE is never lower than the baseline's; it is equal at " + at + "."
	case lower == 0:
		return fmt.Sprintf("IGBO's validation MSE is never lower than the baseline's; it is closest at %s: %s.", at, change(reduction(best)))
	}
	s := fmt.Sprintf("IGBO has the lower validation MSE in %d of %s", lower, tabulate.Plural(len(rows), "setting"))
	if rows[0].Reduction.SD != nil {
		s += fmt.Sprintf(", in %d of them by more than a standard deviation over seeds", clearly)
	}
	return s + fmt.Sprintf("; best at %s: %s.", at, change(reduction(best)))
}

func reduction(r AblationRow) float64 { return r.Reduction.Mean }

// byAlpha groups the cells by α.
func byAlpha(rows []AblationRow) (groups [][]AblationRow) {
	for i, r := range rows {
		if i == 0 || r.Alpha != rows[i-1].Alpha {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups
}

// ablationData returns one line per cell of the grid.
func ablationData(rows []AblationRow) [][]string {
	records := [][]string{{
		"alpha", "lambda", "r", "edges_mean", "empty_dags", "baseline_val_mse_mean", "baseline_val_mse_sd",
		"igbo_val_mse_mean", "igbo_val_mse_sd", "mse_reduction_mean", "mse_reduction_sd",
		"baseline_interpretability_loss_mean", "igbo_interpretability_loss_mean",
		"baseline_edges_satisfied_share_mean", "igbo_edges_satisfied_share_mean", "conflict_share_mean", "note",
	}}
	for _, r := range rows {
		records = append(records, slices.Concat(tabulate.InFull(r.Alpha, r.Lambda, r.R, r.Edges.Mean, r.EmptyDAGs).Full,
			r.BaselineMSE.Full(), r.IGBOMSE.Full(), r.Reduction.Full(),
			tabulate.InFull(r.BaselineLoss.Mean, r.IGBOLoss.Mean, r.BaselineKept.Mean, r.IGBOKept.Mean, r.Conflicts.Mean, r.Note).Full))
	}
	return records
}

// Figures implements study.Result: the reduction of the error by λ, with a line for each α. r is that of the experiment if the
// grid has it, or the first r of the grid.
func (a *Ablation) Figures() ([]plots.Figure, error) {
	r := a.Config.Rs[0]
	if own := a.Config.Base.R; slices.Contains(a.Config.Rs, own) {
		r = own
	}
	var lines []plots.Line
	for _, cells := range byAlpha(a.Rows) {
		line := plots.Line{Name: fmt.Sprintf("α = %g", cells[0].Alpha)}
		for _, row := range slices.SortedFunc(slices.Values(cells), func(a, b AblationRow) int { return cmp.Compare(a.Lambda, b.Lambda) }) {
			if row.R == r {
				line.X, line.Y = append(line.X, row.Lambda), append(line.Y, 100*row.Reduction.Mean)
			}
		}
		lines = append(lines, line)
	}
	figure, err := plots.Lines(lines, plots.Name("ablation"), plots.Title(fmt.Sprintf("IGBO against its baseline, r = %g, %s (above 0: IGBO is better)", r, tabulate.Plural(a.seeds(), "seed"))),
		plots.XLabel("λ"), plots.YLabel("reduction of the validation MSE, %"))
	return []plots.Figure{figure}, err
}
