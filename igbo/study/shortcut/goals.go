package shortcut

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
)

// goal is a prediction that was written down before the run: a ratio at most so large.
type goal struct {
	setting, method string
	round           bool // at the round strength, else at the frozen one
	deleted         bool // over deleting the suspect, else over the unconstrained student
	most            float64
	stretch         bool
}

// goals are what was predicted, before the result was looked at.
var goals = []goal{
	{Linear, "cap", false, false, 0.05, false},
	{MLP, "cap", false, false, 0.13, false},
	{GRU, "cap", false, false, 0.13, false},
	{Linear, "cap", false, true, 1.05, false},
	{MLP, "cap", false, true, 1.05, false},
	{LogisticLinear, "cap", true, true, 1.05, true},
	{LogisticLinear, "attribution bound", true, true, 1.05, true},
	{LogisticLinear + ", 20 features", "cap", true, true, 1.05, true},
	{LogisticLinear + ", 20 features", "attribution bound", true, true, 1.05, true},
	{LogisticMLP, "cap", true, true, 1.05, true},
	{LogisticMLP, "attribution bound", true, true, 1.05, true},
}

// goals is the table of predictions, met or missed.
func (r *Result) goals() study.Table {
	t := study.Table{
		Name: "shortcut-goals", Title: r.title("Goals, written down before the run"),
		Header: []string{"setting", "method", "strength", "error over that of", "goal", "found", ""},
		Data:   [][]string{{"setting", "method", "strength", "reference", "goal", "ratio", "low", "high", "verdict"}},
		Notes:  []string{"Met: the ratio is at most the goal. Surely: so is the upper end of its interval. Stretch goals are marked with *."},
	}
	for _, g := range goals {
		at, of, most := "as tuned", "the unconstrained student", "≤ %g"
		if g.round {
			at = fmt.Sprint(round)
		}
		if g.deleted {
			of = "deleting the suspect"
		}
		if g.stretch {
			most += " *"
		}
		found, verdict := study.Missing(3), "not run"
		if q := g.found(r); q != nil {
			found, verdict = q.Field("%.3f"), g.verdict(*q)
		}
		t.Add(study.Words(g.setting, g.method, at, of), study.Number(most, g.most), found, study.Words(verdict))
	}
	return t
}

// found is the goal's ratio; nil where it was not run.
func (g goal) found(r *Result) *study.Interval {
	group := r.Find(g.setting)
	if group == nil {
		return nil
	}
	row := group.Find(g.method)
	if g.round {
		row = group.At(g.method, round)
	}
	switch {
	case row == nil:
		return nil
	case g.deleted:
		return row.OverDeleted
	}
	q := row.Out.Over()
	return &q
}

func (g goal) verdict(q study.Interval) string {
	switch {
	case q.High <= g.most:
		return "met, surely"
	case q.Mean <= g.most:
		return "met"
	case q.Low <= g.most:
		return "missed, not surely"
	}
	return "missed"
}
