package recurrence

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result.
func (r *Result) Tables() []study.Table {
	t := study.Table{
		Name: "recurrence", Title: fmt.Sprintf("Edges that recur on fresh points, %d teacher(s), mean ± sample deviation", r.Config.Base.Seeds),
		Header: []string{"score", "α", "edges", "recur", "by chance", "share"},
		Data:   [][]string{{"score", "alpha", "edges_mean", "edges_sd", "recurring_mean", "recurring_sd", "chance_mean", "chance_sd"}},
	}
	for _, row := range r.Rows {
		t.Rows = append(t.Rows, []string{
			row.Score, fmt.Sprintf("%g", row.Alpha), row.Edges.PlusMinus("%.1f"), row.Recurring.PlusMinus("%.1f"),
			row.Chance.PlusMinus("%.1f"), share(row),
		})
		data := append([]string{row.Score, study.Full(&row.Alpha)}, row.Edges.Full()...)
		t.Data = append(t.Data, append(append(data, row.Recurring.Full()...), row.Chance.Full()...))
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

// Figures implements study.Result: edges, recurring edges and chance over α,
// for each score.
func (r *Result) Figures() ([]plots.Figure, error) {
	var figures []plots.Figure
	for from := 0; from < len(r.Rows); from += len(r.Config.Alphas) {
		lines := []plots.Line{{Name: "edges"}, {Name: "recurring"}, {Name: "by chance"}}
		for _, row := range r.Rows[from : from+len(r.Config.Alphas)] {
			for i, s := range []*study.Stat{row.Edges, row.Recurring, row.Chance} {
				lines[i].X, lines[i].Y = append(lines[i].X, row.Alpha), append(lines[i].Y, s.Mean)
			}
		}
		score := r.Rows[from].Score
		figure, err := plots.Lines(lines, plots.Name("recurrence_"+score), plots.Title("Edges of a DAG, "+score+" score"),
			plots.XLabel("α"), plots.YLabel("edges, mean over seeds"))
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure)
	}
	return figures, nil
}
