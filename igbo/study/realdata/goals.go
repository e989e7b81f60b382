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
	// sets are pooled, of n samples and a kind; method is compared with reference.
	sets              []string
	samples           int
	kind              Kind
	method, reference string
}

// goals are those of the project, and the author's own prediction is in Predictions; none was changed.
func (r *Result) goals() []goal {
	n, three, shortcut := goalSamples, r.goalSets(), r.Config.Shortcut.Samples
	all := []goal{{"order with signs over ridge, pooled", 0.85, false, three, n, Linear, signsName, ridgeName}}
	for _, set := range pooled {
		all = append(all, goal{"order with signs over ridge, upper end, " + set, 1, true, []string{set}, n, Linear, signsName, ridgeName})
	}
	all = append(all,
		goal{"order with signs over sign-rank-ridge, pooled", 1, false, three, n, Linear, signsName, contest.SignRankRidge().Name()},
		goal{"order with signs over ridge towards the centroid, pooled", 1.03, false, three, n, Linear, signsName, contest.ToCentroid().Name()},
		goal{"reversed order with signs and gate over ridge, pooled", 1.05, false, three, n, Linear, signsName + gateSuffix + reverses, ridgeName},
		goal{"reversed order with gate over ridge, pooled", 1.05, false, three, n, Linear, orderName + gateSuffix + reverses, ridgeName})
	for _, set := range []string{weatherDays, penguinsMass} {
		all = append(all, goal{"cap over deleting the column, " + set, 1.05, false, []string{set}, shortcut, Shortcuts, capName, Shortcuts.reference()})
	}
	return all
}

// value is the ratio; not ok where it was not measured.
func (g goal) value(r *Result) (contest.Row, bool) {
	if g.kind == Shortcuts {
		return r.Over(g.sets[0], g.samples, g.kind, g.method, g.reference)
	}
	return r.Pooled(g.sets, g.samples, g.kind, g.method, g.reference)
}

// goalSamples is n of the goals.
const goalSamples = 16

// verdict says whether a ratio is what was set.
func (g goal) verdict(q contest.Row) string {
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
	for _, g := range r.goals() {
		sign := map[bool]string{true: "< ", false: "≤ "}[g.upper]
		value, verdict := study.Missing(3), "not measured"
		if q, ok := g.value(r); ok {
			value, verdict = q.Over().Field("%.2f"), g.verdict(q)
		}
		t.Add(study.Words(g.what), study.Shown(sign+fmt.Sprint(g.bound)), study.InFull(g.bound), value, study.Words(verdict))
	}
	return t
}
