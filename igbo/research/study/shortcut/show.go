package shortcut

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: errors at the centres, errors by factor, the reliance of networks, and the goals.
func (r *Result) Tables() []tabulate.Table {
	centres, factors := r.parts()
	tables := []tabulate.Table{r.errors("shortcut", "Shortcut: error out of distribution, by student", centres)}
	if len(factors) > 0 {
		tables = append(tables, r.errors("shortcut-factors", "Shortcut: error out of distribution, one factor at a time", factors))
	}
	if r.Config.Seeds >= 2*trial.BlockCount {
		tables = append(tables, r.blocks(centres))
	}
	return append(tables, r.reliance(),
		r.judged("shortcut-goals", "Goals set before the first run", goals), r.judged("shortcut-again", "Goals set before draw 5001", again))
}

// blocks shows ratios to the unconstrained student in four blocks of draws, at each method's first strength.
func (r *Result) blocks(centres []Group) tabulate.Table {
	whole := tabulate.Table{Name: "shortcut-blocks", Title: "Error out of distribution ÷ error of the unconstrained student, in blocks of draws"}
	for _, g := range centres {
		var entries []trial.Entry
		var names []string
		for _, row := range g.Rows {
			name := g.Name + ": " + row.Method
			if row.Method != g.Reference && !slices.Contains(names, name) {
				names = append(names, name)
			}
			if trial.Find(entries, name) == nil {
				entries = append(entries, trial.Entry{Name: name, Errors: row.Errors})
			}
		}
		t, err := trial.Blocks(whole.Name, whole.Title, g.Name+": "+g.Reference, names, entries, trial.AtLevel(r.Config.Level))
		if err != nil {
			t.Notes = append(t.Notes, err.Error())
		}
		if whole.Header == nil {
			whole = t
			continue
		}
		whole.Rows, whole.Data = append(whole.Rows, t.Rows...), append(whole.Data, t.Data[1:]...)
	}
	return whole
}

// parts returns the groups of settings with the name of their student, and the other groups.
func (r *Result) parts() (centres, factors []Group) {
	for i, g := range r.Groups {
		if r.Config.Settings[i].Student.Name == g.Name {
			centres = append(centres, g)
		} else {
			factors = append(factors, g)
		}
	}
	return centres, factors
}

func (r *Result) title(of string) string {
	return fmt.Sprintf("%s (%s)", of, study.Intervals(r.Config.Level, r.Config.Seeds))
}

// errors returns a table of groups.
func (r *Result) errors(name, title string, groups []Group) tabulate.Table {
	t := tabulate.Table{
		Name: name, Title: r.title(title),
		Header: []string{"setting", "method", "strength", "error", "÷ unconstrained", "÷ deleted", "in distribution", "wins, ties, losses", "p", "tuned"},
		Data: [][]string{{"setting", "method", "strength", "error", "ratio", "ratio_low", "ratio_high", "over_deleted", "over_deleted_low", "over_deleted_high",
			"in", "in_low", "in_high", "wins", "ties", "losses", "p", "tuned"}},
		Notes: []string{
			"Error: the mean squared error or the excess log loss, compared with the noise-free truth, on samples in which the suspect has the value of another sample. Ratios of means have intervals of a paired bootstrap over draws.",
			"In distribution: the loss on fresh samples of the training distribution ÷ the loss of the unconstrained student on them. If it is above 1, ordinary validation prefers the unconstrained student.",
			"p: Wilcoxon's signed-rank test against the unconstrained student. A tie is a difference within 1 %.",
		},
	}
	for _, g := range groups {
		for _, row := range g.Rows {
			deleted := tabulate.Missing(3)
			if q := row.OverDeleted; q != nil {
				deleted = q.Field("%.2f")
			}
			t.Add(row.named(g), tabulate.Number("%.3g", row.Out.Mean), row.Out.Over().Field("%.3f"), deleted, row.In.Field("%.2f"),
				row.Out.Counts(), tabulate.Number("%.2g", row.Out.P), tabulate.Words(row.Out.Tuning))
		}
	}
	return t
}

// named returns the setting, the method and the strength of a row; a missing strength is a dash.
func (row Row) named(g Group) tabulate.Field {
	strength := tabulate.Number("%g", row.Strength)
	if row.Strength == 0 {
		strength.Shown[0] = "–"
	}
	return tabulate.Field{Shown: []string{g.Name, row.Method, strength.Shown[0]}, Full: []string{g.Name, row.Method, strength.Full[0]}}
}

// reliance returns a table that shows how much networks rely on the suspect.
func (r *Result) reliance() tabulate.Table {
	t := tabulate.Table{
		Name: "shortcut-reliance", Title: r.title("Effect of the suspect on the output"),
		Header: []string{"setting", "method", "strength", "change of the output", "share of all features"},
		Data:   [][]string{{"setting", "method", "strength", "moved", "moved_low", "moved_high", "share", "share_low", "share_high"}},
		Notes: []string{"Change: the mean change of the output if the suspect is set to its mean, on samples of the training distribution, in units of the output (log-odds for classes). Share: this change ÷ the sum of the changes for all features.",
			"A share can be small because the suspect does little, or because other features do more."},
	}
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			t.Add(row.named(g), row.Moved.Field("%.3f"), row.Share.Field("%.3f"))
		}
	}
	return t
}

// Figures implements study.Result: errors by student, and bounds compared with deletion in logistic students.
func (r *Result) Figures() ([]plots.Figure, error) { return study.Figures(r.centres, r.bounds) }

// centres draws the errors relative to the unconstrained student at the centres.
func (r *Result) centres() (plots.Figure, error) {
	centres, _ := r.parts()
	if len(centres) == 0 {
		centres = r.Groups
	}
	series := barsOf(centres, shown)
	if len(series) == 0 {
		series = barsOf(centres, []string{centres[0].Reference})
	}
	return plots.Bars(names(centres), series, plots.Name("shortcut"), plots.Title(r.title("Error out of distribution ÷ error of the unconstrained student")),
		plots.YLabel("ratio"), plots.Size(1000, 420))
}

// bounds draws caps and bounds, at the tuned and at the round strength, relative to deletion. It returns nil if no logistic
// student has all of them.
func (r *Result) bounds() (plots.Figure, error) {
	methods := []string{"cap, as tuned", fmt.Sprintf("cap, %g", round), "attribution bound, as tuned", fmt.Sprintf("attribution bound, %g", round)}
	var settings []Group
	var rows [][]*Row
	for i, g := range r.Groups {
		found := []*Row{g.Find("cap"), g.At("cap", round), g.Find("attribution bound"), g.At("attribution bound", round)}
		if r.Config.Settings[i].Student.Loss == task.KindLogistic && !slices.ContainsFunc(found, func(row *Row) bool { return row == nil || row.OverDeleted == nil }) {
			settings, rows = append(settings, g), append(rows, found)
		}
	}
	if len(settings) == 0 {
		return nil, nil
	}
	series := study.Bars(methods, len(settings), func(method, setting int) (study.Interval, bool) { return *rows[setting][method].OverDeleted, true })
	return plots.Bars(names(settings), series, plots.Name("shortcut-bounds"), plots.Title(r.title("Logistic students: error out of distribution ÷ error after deleting the suspect")),
		plots.YLabel("ratio"), plots.Size(1000, 460))
}

// names returns the names of the groups' settings.
func names(groups []Group) []string {
	return study.Each(groups, func(g Group) string { return g.Name })
}

// shown are the methods of a figure: those that act on the suspect.
var shown = []string{"weight decay", "suspect deleted", "edges", "cap", "cap, permuted inputs", "attribution bound", "input-gradient penalty", "expected-gradients prior"}

// barsOf returns the ratios, at the first strength, of the methods that every group has.
func barsOf(groups []Group, methods []string) []plots.BarSeries {
	return study.Bars(methods, len(groups), func(method, group int) (study.Interval, bool) {
		row := groups[group].Find(methods[method])
		if row == nil {
			return study.Interval{}, false
		}
		return row.Out.Over(), true
	})
}
