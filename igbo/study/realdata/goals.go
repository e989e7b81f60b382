package realdata

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// goal is what was set before the study was run: a ratio to be at most a bound.
type goal struct {
	what  string
	bound float64
	// upper asks the interval's upper end to be below the bound, not the ratio itself.
	upper bool
	value func(r *Result) (Ratio, bool)
}

// goalSamples is n of the goals.
const goalSamples = 16

// goals are those of the project, and the author's own prediction is in Predictions; none was changed.
func goals() []goal {
	over := func(sets func(r *Result) []string, method, reference string) func(*Result) (Ratio, bool) {
		return func(r *Result) (Ratio, bool) { return r.Pooled(sets(r), goalSamples, Linear, method, reference) }
	}
	three := func(r *Result) []string { return r.goalSets() }
	all := []goal{{"order with signs over ridge, pooled", 0.85, false, over(three, signsName, ridgeName)}}
	for _, set := range pooled {
		one := func(*Result) []string { return []string{set} }
		all = append(all, goal{"order with signs over ridge, upper end, " + set, 1, true, over(one, signsName, ridgeName)})
	}
	all = append(all,
		goal{"order with signs over sign-rank-ridge, pooled", 1, false, over(three, signsName, contest.SignRankRidge().Name())},
		goal{"order with signs over ridge towards the centroid, pooled", 1.03, false, over(three, signsName, contest.ToCentroid().Name())},
		goal{"reversed order with signs and gate over ridge, pooled", 1.05, false, over(three, signsName+gateSuffix+reverses, ridgeName)},
		goal{"reversed order with gate over ridge, pooled", 1.05, false, over(three, orderName+gateSuffix+reverses, ridgeName)})
	for _, set := range []string{weatherDays, penguinsMass} {
		all = append(all, goal{"cap over deleting the column, " + set, 1.05, false, func(r *Result) (Ratio, bool) {
			return r.Over(set, r.Config.Shortcut.Samples, Shortcuts, capName, contest.Deletion().Name())
		}})
	}
	return all
}

// verdict says whether a ratio is what was set.
func (g goal) verdict(q Ratio) string {
	if g.upper && q.High < g.bound || !g.upper && q.Ratio <= g.bound {
		return "met"
	}
	return "missed"
}

func (r *Result) goalTable() study.Table {
	t := study.Table{
		Name: "real-data-goals", Title: fmt.Sprintf("Goals that were set before the study was run (n = %d)", goalSamples),
		Notes: []string{
			r.drawsNote(r.Config.Draws),
			"A ratio decides, or where the goal says so the upper end of its interval; a goal of a set or size that was not asked for has no value.",
		},
		Header: []string{"goal", "bound", "value", "verdict"},
		Data:   [][]string{{"goal", "bound", "value", "low", "high", "verdict"}},
	}
	for _, g := range goals() {
		sign := "≤ "
		if g.upper {
			sign = "< "
		}
		value, full, verdict := "–", []string{"", "", ""}, "not measured"
		if q, ok := g.value(r); ok {
			value, full, verdict = q.interval(), q.full(), g.verdict(q)
		}
		t.Rows = append(t.Rows, []string{g.what, sign + fmt.Sprint(g.bound), value, verdict})
		t.Data = append(t.Data, append(append([]string{g.what, study.Full(&g.bound)}, full...), verdict))
	}
	return t
}
