package shortcut

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// goal is a prediction of a ratio that was written before the run.
type goal struct {
	setting, method string
	study.Bound
	round   bool   // use the round strength instead of the frozen one
	deleted bool   // the reference is deletion instead of the unconstrained student
	over    string // the reference is this method, if it is set
	stretch bool
}

// goals has the predictions that were made before the first result (20 draws) was known.
var goals = []goal{
	{setting: Linear, method: "cap", Bound: study.AtMost(0.05)}, {setting: MLP, method: "cap", Bound: study.AtMost(0.13)}, {setting: GRU, method: "cap", Bound: study.AtMost(0.13)},
	{setting: Linear, method: "cap", deleted: true, Bound: study.AtMost(1.05)}, {setting: MLP, method: "cap", deleted: true, Bound: study.AtMost(1.05)},
	rounded(LogisticLinear, "cap"), rounded(LogisticLinear, "attribution bound"),
	rounded(LogisticLinear+", 20 features", "cap"), rounded(LogisticLinear+", 20 features", "attribution bound"),
	rounded(LogisticMLP, "cap"), rounded(LogisticMLP, "attribution bound"),
}

// rounded returns a goal for a bound at the round strength: about as good as deletion.
func rounded(setting, method string) goal {
	return goal{setting: setting, method: method, Bound: study.AtMost(1.05), round: true, deleted: true, stretch: true}
}

// again has the predictions about the draws from 5001 on and about the posteriors, which were made when the first result was
// known.
var again = []goal{
	{setting: Linear, method: "cap", Bound: study.AtMost(0.03)}, {setting: Linear, method: "cap", deleted: true, Bound: study.AtMost(1.05)},
	{setting: MLP, method: "cap", Bound: study.AtMost(0.2)}, {setting: MLP, method: "cap", deleted: true, Bound: study.AtMost(1.2)},
	{setting: GRU, method: "cap", Bound: study.AtMost(0.12)}, {setting: GRU, method: "cap", deleted: true, Bound: study.AtMost(0.9)},
	{setting: LogisticLinear, method: "cap", deleted: true, Bound: study.AtMost(1)},
	{setting: Linear, method: bare, Bound: study.AtLeast(0.9)}, {setting: Linear, method: without, deleted: true, Bound: study.AtMost(1.05)},
	{setting: Linear, method: hard, deleted: true, Bound: study.AtMost(1.3)}, {setting: Linear, method: hard, over: "edges", Bound: study.AtMost(1.1)},
	{setting: Linear, method: soft, Bound: study.AtLeast(0.5)}, {setting: Linear, method: stacked, Bound: study.AtLeast(0.8)},
	{setting: LogisticLinear, method: bare, Bound: study.AtLeast(0.8)}, {setting: LogisticLinear, method: without, deleted: true, Bound: study.AtMost(1.05)},
	{setting: LogisticLinear, method: hard, deleted: true, Bound: study.AtMost(1.3)}, {setting: LogisticLinear, method: soft, Bound: study.AtLeast(0.5)},
}

// judged returns a table that shows whether predictions were met.
func (r *Result) judged(name, title string, all []goal) tabulate.Table {
	t := tabulate.Table{
		Name: name, Title: r.title(title),
		Header: []string{"setting", "method", "strength", "compared with", "goal", "error ratio", "verdict"},
		Data:   [][]string{{"setting", "method", "strength", "reference", "goal", "ratio", "low", "high", "verdict"}},
		Notes:  []string{"Met: the error ratio meets the goal. Met by the whole interval: so does its whole interval. Missed, but not by the whole interval: the ratio misses the goal, and a part of its interval meets it. *: stretch goal."},
	}
	for _, g := range all {
		at, of, bound := "as tuned", cmp.Or(g.over, "the unconstrained student"), g.Field()
		if g.round {
			at = fmt.Sprint(round)
		}
		if g.deleted {
			of = "deleting the suspect"
		}
		if g.stretch {
			bound.Shown[0] += " *"
		}
		found, verdict := tabulate.Missing(3), "not run"
		if q := g.found(r); q != nil {
			found, verdict = q.Field("%.3f"), g.verdict(*q)
		}
		t.Add(tabulate.Words(g.setting, g.method, at, of), bound, found, tabulate.Words(verdict))
	}
	return t
}

// found returns the ratio of the goal; nil if it was not run.
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
		return new(ratio(row.Errors, group.Find(g.over).Errors, r.Config.Level))
	}
	return new(row.Out.Over())
}

func (g goal) verdict(q study.Interval) string {
	best, worst := q.Low, q.High
	if g.Bound == study.AtLeast(g.Value) {
		best, worst = worst, best
	}
	met := func(v float64) bool { return g.Met(study.Interval{Mean: v}) }
	switch {
	case met(worst):
		return "met by the whole interval"
	case met(q.Mean):
		return "met"
	case met(best):
		return "missed, but not by the whole interval"
	}
	return "missed"
}
