package shift

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: what is taken along from a teacher, methods abroad and at home, and the shifts in the order of their ratios.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.abroad, r.taught, r.sorted)
}

// abroad are bars of methods that saw one group.
func (r *Result) abroad() (plots.Figure, error) {
	methods := []string{contest.SignRankRidge().Name(), contest.OrderedCone, studentName, bareName, directedName, orderName, bothName, bothUnits, softName, placeboName, softWrongName}
	return r.bars("shift-abroad", "Rows of one group, tested at home and in the other groups", methods, Home, Abroad)
}

// taught are bars of what is taken along from a teacher.
func (r *Result) taught() (plots.Figure, error) {
	methods := []string{answersName, scaledName, tunedName, pooledName, bareName, taughtOrder, taughtBoth, taughtSoft, taughtPlacebo, bothName}
	return r.bars("shift-taught", "What to take along from a teacher of another group", methods, Taught)
}

func (r *Result) bars(name, title string, methods []string, at ...Where) (plots.Figure, error) {
	methods = slices.DeleteFunc(methods, func(m string) bool {
		q, ok := r.Pooled(at[0], m, ridgeName, level)
		return !ok || !q.Finite(true)
	})
	if len(methods) == 0 {
		return nil, nil
	}
	var labels []string
	for _, w := range at {
		labels = append(labels, map[Where]string{Home: "the same group", Abroad: "the other groups", Taught: "the other groups"}[w])
	}
	series := study.Bars(labels, len(methods), func(i, m int) (study.Interval, bool) { return r.Pooled(at[i], methods[m], ridgeName, level) })
	return plots.Bars(methods, series, plots.Name(name), plots.Size(980, 500), plots.YLabel("error over ridge's"),
		plots.Title(fmt.Sprintf("%s (%d shifts, %g %% intervals)", title, len(r.Found), 100*level)))
}

// sorted are lines of ratios over shifts, each in its own order.
func (r *Result) sorted() (plots.Figure, error) {
	var lines []plots.Line
	for _, m := range []struct {
		at              Where
		name, reference string
		label           string
	}{
		{Abroad, bothName, ridgeName, "obeying, over ridge abroad"}, {Abroad, placeboName, ridgeName, "placebo, over ridge abroad"},
		{Taught, taughtBoth, answersName, "teacher, its order over its answers"}, {Taught, taughtBoth, tunedName, "teacher, its order over fine-tuning"},
	} {
		logs, ok := r.logs(m.at, m.name, m.reference, -1)
		if !ok || len(logs) < 2 {
			continue
		}
		slices.Sort(logs)
		line := plots.Line{Name: m.label}
		for i, l := range logs {
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, math.Exp(l))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name("shift-sorted"), plots.Size(820, 460), plots.XLabel("shifts, from the least ratio to the greatest"), plots.YLabel("ratio of errors"),
		plots.Title("How often: each line in an order of its own"), plots.LogY())
}
