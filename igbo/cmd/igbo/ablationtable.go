package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/experiment"
)

// ablationText sums the grid up: a line for every α, over its λ and r, and in
// how many cells IGBO has the lower error.
func ablationText(rows []experiment.AblationRow) string {
	var b strings.Builder
	first := rows[0]
	fmt.Fprintf(&b, "Ablation, %d cells of α, λ and r, %d seed(s); ranges over λ and r\n", len(rows), len(first.IGBOMSE.Values))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "α\tedges\tIGBO's val. MSE against baseline\tH, baseline\tH, IGBO\tkept, baseline\tkept, IGBO")
	for _, cells := range byAlpha(rows) {
		least, most := span(cells, reduction)
		fmt.Fprintf(w, "%g\t%.1f\t%s to %s\t%.2g\t%.2g\t%.0f %%\t%.0f %%\n", cells[0].Alpha, cells[0].Edges.Mean, change(most), change(least),
			average(cells, func(r experiment.AblationRow) float64 { return r.BaselineLoss.Mean }),
			average(cells, func(r experiment.AblationRow) float64 { return r.IGBOLoss.Mean }),
			100*average(cells, func(r experiment.AblationRow) float64 { return r.BaselineKept.Mean }),
			100*average(cells, func(r experiment.AblationRow) float64 { return r.IGBOKept.Mean }))
	}
	w.Flush()
	b.WriteString(ablationFinding(rows))
	return b.String()
}

// ablationFinding is the sentence below the table.
func ablationFinding(rows []experiment.AblationRow) string {
	lower, clearly := 0, 0
	for _, r := range rows {
		if r.Reduction.Mean > 0 {
			lower++
		}
		if sd := r.Reduction.SD; sd != nil && r.Reduction.Mean > *sd {
			clearly++
		}
	}
	best := slices.MaxFunc(rows, func(a, b experiment.AblationRow) int {
		return cmp.Compare(reduction(a), reduction(b))
	})
	s := fmt.Sprintf("\nIGBO has the lower validation MSE in %d of %d cells", lower, len(rows))
	if rows[0].Reduction.SD != nil {
		s += fmt.Sprintf(", in %d of them by more than a deviation over seeds", clearly)
	}
	return s + fmt.Sprintf("; best at α = %g, λ = %g, r = %g: %s.\n", best.Alpha, best.Lambda, best.R, change(reduction(best)))
}

func reduction(r experiment.AblationRow) float64 { return r.Reduction.Mean }

// byAlpha groups the cells by α, which is slowest.
func byAlpha(rows []experiment.AblationRow) [][]experiment.AblationRow {
	var groups [][]experiment.AblationRow
	for i, r := range rows {
		if i == 0 || r.Alpha != rows[i-1].Alpha {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups
}

// span is the least and the largest value of a cell.
func span(cells []experiment.AblationRow, of func(experiment.AblationRow) float64) (least, most float64) {
	least, most = of(cells[0]), of(cells[0])
	for _, c := range cells[1:] {
		least, most = min(least, of(c)), max(most, of(c))
	}
	return least, most
}

func average(cells []experiment.AblationRow, of func(experiment.AblationRow) float64) float64 {
	sum := 0.0
	for _, c := range cells {
		sum += of(c)
	}
	return sum / float64(len(cells))
}
