package shortcut

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
)

// goal is a prediction that was written down before the run: a ratio at most, or at least, so large.
type goal struct {
	setting, method string
	round           bool // at the round strength, else at the frozen one
	deleted         bool // over deleting the suspect, else over the unconstrained student
	most            float64
	stretch         bool
	over            string // over that method, in the place of both
	least           bool   // at least so large
}

// goals are what was predicted before the first result, of 20 draws, was looked at.
var goals = []goal{
	{Linear, "cap", false, false, 0.05, false, "", false},
	{MLP, "cap", false, false, 0.13, false, "", false},
	{GRU, "cap", false, false, 0.13, false, "", false},
	{Linear, "cap", false, true, 1.05, false, "", false},
	{MLP, "cap", false, true, 1.05, false, "", false},
	{LogisticLinear, "cap", true, true, 1.05, true, "", false},
	{LogisticLinear, "attribution bound", true, true, 1.05, true, "", false},
	{LogisticLinear + ", 20 features", "cap", true, true, 1.05, true, "", false},
	{LogisticLinear + ", 20 features", "attribution bound", true, true, 1.05, true, "", false},
	{LogisticMLP, "cap", true, true, 1.05, true, "", false},
	{LogisticMLP, "attribution bound", true, true, 1.05, true, "", false},
}

// again are what was predicted of draws from 5001 on, and of the posteriors, with the first result known.
var again = []goal{
	{setting: Linear, method: "cap", most: 0.03}, {setting: Linear, method: "cap", deleted: true, most: 1.05},
	{setting: MLP, method: "cap", most: 0.2}, {setting: MLP, method: "cap", deleted: true, most: 1.2},
	{setting: GRU, method: "cap", most: 0.12}, {setting: GRU, method: "cap", deleted: true, most: 0.9},
	{setting: LogisticLinear, method: "cap", deleted: true, most: 1},
	{setting: Linear, method: bare, most: 0.9, least: true}, {setting: Linear, method: without, deleted: true, most: 1.05},
	{setting: Linear, method: hard, deleted: true, most: 1.3}, {setting: Linear, method: hard, over: "edges", most: 1.1},
	{setting: Linear, method: soft, most: 0.5, least: true}, {setting: Linear, method: stacked, most: 0.8, least: true},
	{setting: LogisticLinear, method: bare, most: 0.8, least: true}, {setting: LogisticLinear, method: without, deleted: true, most: 1.05},
	{setting: LogisticLinear, method: hard, deleted: true, most: 1.3}, {setting: LogisticLinear, method: soft, most: 0.5, least: true},
}

// judged is a table of predictions, met or missed.
func (r *Result) judged(name, title string, all []goal) study.Table {
	t := study.Table{
		Name: name, Title: r.title(title),
		Header: []string{"setting", "method", "strength", "error over that of", "goal", "found", ""},
		Data:   [][]string{{"setting", "method", "strength", "reference", "goal", "ratio", "low", "high", "verdict"}},
		Notes:  []string{"Met: the ratio is at most, or at least, the goal. Surely: so is its whole interval. Stretch goals are marked with *."},
	}
	for _, g := range all {
		at, of, most := "as tuned", "the unconstrained student", "≤ %g"
		if g.round {
			at = fmt.Sprint(round)
		}
		if g.deleted {
			of = "deleting the suspect"
		}
		if g.over != "" {
			of = g.over
		}
		if g.least {
			most = "≥ %g"
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
	case g.over != "":
		q := ratio(row.Errors, group.Find(g.over).Errors, r.Config.Level)
		return &q
	}
	q := row.Out.Over()
	return &q
}

func (g goal) verdict(q study.Interval) string {
	if g.least { // as a bound from above on the negative
		q, g.most = study.Interval{Mean: -q.Mean, Low: -q.High, High: -q.Low}, -g.most
	}
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
