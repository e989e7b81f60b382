package recurrence

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result.
func (r *Result) Tables() []study.Table {
	t := study.Table{
		Name: "recurrence", Title: fmt.Sprintf("Edges that recur on fresh points, %s", study.Spread(r.Config.Base.Seeds, "teacher")),
		Header: []string{"score", "α", "edges", "recur", "by chance", "share"},
		Data:   [][]string{{"score", "alpha", "edges_mean", "edges_sd", "recurring_mean", "recurring_sd", "chance_mean", "chance_sd"}},
	}
	for _, row := range r.Rows {
		t.Add(study.Words(row.Score), study.Number("%g", row.Alpha), row.Edges.Field("%.1f"), row.Recurring.Field("%.1f"), row.Chance.Field("%.1f"), study.Shown(share(row)))
	}
	n := len(r.Config.Alphas)
	for i, row := range r.Rows {
		if i%n == 0 || i%n == n/2 { // of each score the first α and the middle one
			t.Notes = append(t.Notes, fmt.Sprintf("%s score, α = %g: %.1f edges recur, %.1f would by chance.", row.Score, row.Alpha, row.Recurring.Mean, row.Chance.Mean))
		}
	}
	return []study.Table{t}
}

// share is that of the edges which recur; none of none.
func share(row Row) string {
	if row.Edges.Mean == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*row.Recurring.Mean/row.Edges.Mean)
}

// ofTeachers says over how many teachers the bars are means.
func ofTeachers(n int) string {
	if n == 1 {
		return "1 teacher"
	}
	return fmt.Sprintf("mean of %d teachers", n)
}

// Figures implements study.Result: edges, recurring edges and chance for each
// score and α.
func (r *Result) Figures() ([]plots.Figure, error) {
	series := []plots.BarSeries{{Name: "drawn"}, {Name: "drawn again on fresh points"}, {Name: "again by chance"}}
	var groups []string
	for _, row := range r.Rows {
		groups = append(groups, fmt.Sprintf("%s, %g", row.Score, row.Alpha))
		for i, s := range []*study.Stat{row.Edges, row.Recurring, row.Chance} {
			series[i].Add(s.Mean)
		}
	}
	title := fmt.Sprintf("Edges, and edges that come back (%s)", ofTeachers(r.Config.Base.Seeds))
	figure, err := plots.Bars(groups, series, plots.Name("recurrence"), plots.Title(title), plots.XLabel("score, α"), plots.YLabel("edges"))
	return []plots.Figure{figure}, err
}
