package pareto

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: a line for each rule, mean ± sample deviation
// over seeds, and in full every point in the order of training.
func (result *Result) Tables() []study.Table {
	t := study.Table{
		Name: "pareto", Title: fmt.Sprintf("Pareto sweeps, %d seed(s), mean ± sample deviation", len(result.Seeds)), Notes: result.notes(),
		Header: []string{"rule", "hypervolume", "least H", "at L", "points on the front"}, Data: result.points(),
	}
	for _, row := range result.Rows {
		t.Rows = append(t.Rows, []string{
			row.Rule, row.Hypervolume.PlusMinus("%.3f"), row.LeastH.PlusMinus("%.4f"), row.OfL.PlusMinus("%.4f"),
			fmt.Sprintf("%s of %d", row.OnFront.PlusMinus("%.1f"), len(result.Config.Lambdas)),
		})
	}
	return []study.Table{t}
}

// notes says which rule's front dominates the most, and of how many seeds.
func (result *Result) notes() []string {
	best := slices.MaxFunc(result.Rows, func(a, b Row) int { return cmp.Compare(a.Hypervolume.Mean, b.Hypervolume.Mean) })
	first := 0
	for i, volume := range best.Hypervolume.Values {
		if !slices.ContainsFunc(result.Rows, func(r Row) bool { return r.Hypervolume.Values[i] > volume }) {
			first++
		}
	}
	return []string{fmt.Sprintf("The largest mean hypervolume is that of %s, which is first in %d of %d seeds.", best.Rule, first, len(result.Seeds))}
}

// points has one line a point.
func (result *Result) points() [][]string {
	lines := [][]string{{"seed", "rule", "lambda", "l", "h", "val_mse", "kept", "front"}}
	add := func(seed int64, name, lambda string, q Point) {
		lines = append(lines, []string{
			strconv.FormatInt(seed, 10), name, lambda, study.Full(&q.L), study.Full(&q.H), study.Full(&q.ValMSE), study.Full(&q.Kept),
			strconv.FormatBool(q.Front),
		})
	}
	for _, s := range result.Seeds {
		add(s.Seed, "unconstrained", "", s.Unconstrained)
		add(s.Seed, "least_squares", "", s.LeastSquares)
		for _, sweep := range s.Sweeps {
			for _, q := range sweep.Points {
				add(s.Seed, sweep.Rule, study.Full(&q.Lambda), q)
			}
		}
	}
	return lines
}

// Figures implements study.Result: the sweeps of the first seed.
func (result *Result) Figures() ([]plots.Figure, error) {
	seed := result.Seeds[0]
	var sets []plots.ParetoSet
	for _, sweep := range seed.Sweeps {
		set := plots.ParetoSet{Name: sweep.Rule}
		for _, q := range sweep.Points {
			set.L, set.H = append(set.L, q.L), append(set.H, q.H)
		}
		sets = append(sets, set)
	}
	marks := []plots.ParetoMark{
		{Name: "unconstrained", L: seed.Unconstrained.L, H: seed.Unconstrained.H},
		{Name: "least squares", L: seed.LeastSquares.L, H: seed.LeastSquares.H},
	}
	figure, err := plots.ParetoFront(sets, marks, nil, plots.Title(fmt.Sprintf("Task against order, seed %d", seed.Seed)),
		plots.XLabel("L, in units of least squares"), plots.YLabel("H, in units of the unconstrained student"))
	return []plots.Figure{figure}, err
}
