package routing

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/study"
)

// goal is what was set beforehand of the oracle with the contrastive assessor.
type goal struct {
	law, what      string
	least          bool // the number is to be at least the goal, else at most
	bound, stretch float64
	format         string
	value          func(r *Result, l *Law) (study.Estimate, bool)
}

// goals are those of the project's issue, in its order; none was changed.
func goals() []goal {
	const none = 0
	var all []goal
	mean := func(key string) func(*Result, *Law) (study.Estimate, bool) {
		return func(r *Result, l *Law) (study.Estimate, bool) { return l.Find(judged).estimate(key, r.Config.Level) }
	}
	for _, g := range []struct {
		law            string
		bound, stretch float64
	}{{"curve", 0.97, 0.99}, {"ring", 0.95, 0.99}, {"ar", 0.88, 0.95}} {
		all = append(all, goal{g.law, "valid by the law, share of the path", true, g.bound, g.stretch, "%.3f", mean(valid)})
	}
	laws := []string{"curve", "ring", "ar"}
	for _, law := range laws {
		all = append(all, goal{law, "length over the straight one", false, 1.3, none, "%.3f", mean(length)})
	}
	for _, law := range laws {
		all = append(all, goal{law, "completeness gap at M = 20", false, 3e-3, none, "%.1e", mean(gapCoarse)},
			goal{law, "completeness gap at M = 50", false, 5e-4, none, "%.1e", mean(gapFine)})
	}
	all = append(all, goal{"curve", "error of the attribution over the straight path's", false, 0.6, 0.4, "%.3f", func(r *Result, l *Law) (study.Estimate, bool) {
		return l.Find(judged).over(l.Find(straightName), errorOfTruth, r.Config.Level)
	}})
	for _, law := range []string{"ring", "ar"} {
		for _, m := range []measure{{key: aup, name: "AUP"}, {key: aur, name: "AUR"}, {key: auprc, name: "AUPRC"}} {
			all = append(all, goal{law, m.name + " minus the straight path's: low end", true, -0.01, none, "%+.3f", func(r *Result, l *Law) (study.Estimate, bool) {
				return l.Find(judged).minus(l.Find(straightName), m.key, r.Config.Level)
			}})
		}
	}
	for _, law := range laws {
		all = append(all, goal{law, "time over that of the straight path at M = 20", false, 1.3, 1.1, "%.2f", ofTiming(func(t LawTiming) study.Estimate { return t.Ratio })},
			goal{law, "seconds to train assessor and oracle", false, 60, 20, "%.1f", ofTiming(func(t LawTiming) study.Estimate { return t.Training })})
	}
	return all
}

// ofTiming reads a time, where there is one.
func ofTiming(read func(LawTiming) study.Estimate) func(*Result, *Law) (study.Estimate, bool) {
	return func(r *Result, l *Law) (study.Estimate, bool) {
		if r.Timing == nil || l == nil {
			return study.Estimate{}, false
		}
		for _, t := range r.Timing.Laws {
			if t.Law == l.Law {
				e := read(t)
				return e, len(e.Values) > 0
			}
		}
		return study.Estimate{}, false
	}
}

// verdict says whether a goal is met: by the mean, and by the low end of the interval where the goal is
// one of the interval.
func (g goal) verdict(e study.Estimate) string {
	value := e.Mean
	if g.bound < 0 {
		value = e.Low
	}
	reached := func(bound float64) bool { return g.least && value >= bound || !g.least && value <= bound }
	switch {
	case math.IsNaN(value):
		return "no number"
	case !reached(g.bound):
		return "missed"
	case g.stretch != 0 && reached(g.stretch):
		return "met, the stretch too"
	case g.stretch != 0:
		return "met, the stretch missed"
	default:
		return "met"
	}
}

func (r *Result) goalTable() study.Table {
	t := study.Table{
		Name: "oracle-goals", Title: fmt.Sprintf("Goals of the oracle with the contrastive assessor (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes: []string{
			"Goals were set before the study was run; a mean decides, or the low end of an interval where the goal says so.",
			"Seconds and ratios of times are measured apart from the study, as they are no function of its settings; – is what was not measured.",
		},
		Header: []string{"law", "goal", "bound", "stretch", "value", "verdict"},
		Data:   [][]string{{"law", "goal", "bound", "stretch", "value", "low", "high", "verdict"}},
	}
	if r.Timing != nil {
		t.Notes = append(t.Notes, r.Timing.How)
	}
	for _, g := range goals() {
		format := map[bool]string{true: "≥ %g", false: "≤ %g"}[g.least]
		stretch, value, verdict := study.Missing(1), study.Missing(3), "not measured"
		if g.stretch != 0 {
			stretch = study.Number(format, g.stretch)
		}
		if e, ok := g.value(r, r.Find(g.law)); ok {
			value, verdict = e.Field(g.format), g.verdict(e)
		}
		t.Add(study.Words(g.law, g.what), study.Number(format, g.bound), stretch, value, study.Words(verdict))
	}
	return t
}
