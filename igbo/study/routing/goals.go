package routing

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// goal is what was set beforehand of the oracle with the contrastive assessor.
type goal struct {
	law, what string
	study.Bound
	stretch float64
	format  string
	value   func(r *Result, l *Law) (study.Estimate, bool)
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
		all = append(all, goal{g.law, "valid by the law, share of the path", study.AtLeast(g.bound), g.stretch, "%.3f", mean(valid)})
	}
	laws := []string{"curve", "ring", "ar"}
	for _, law := range laws {
		all = append(all, goal{law, "length over the straight one", study.AtMost(1.3), none, "%.3f", mean(length)})
	}
	for _, law := range laws {
		all = append(all, goal{law, "completeness gap at M = 20", study.AtMost(3e-3), none, "%.1e", mean(gapCoarse)},
			goal{law, "completeness gap at M = 50", study.AtMost(5e-4), none, "%.1e", mean(gapFine)})
	}
	all = append(all, goal{"curve", "error of the attribution over the straight path's", study.AtMost(0.6), 0.4, "%.3f", func(r *Result, l *Law) (study.Estimate, bool) {
		return l.Find(judged).over(l.Find(straightName), errorOfTruth, r.Config.Level)
	}})
	for _, law := range []string{"ring", "ar"} {
		for _, m := range []measure{{key: aup, name: "AUP"}, {key: aur, name: "AUR"}, {key: auprc, name: "AUPRC"}} {
			all = append(all, goal{law, m.name + " minus the straight path's: low end", study.AtLeast(-0.01), none, "%+.3f", func(r *Result, l *Law) (study.Estimate, bool) {
				return l.Find(judged).minus(l.Find(straightName), m.key, r.Config.Level)
			}})
		}
	}
	for _, law := range laws {
		all = append(all, goal{law, "time over that of the straight path at M = 20", study.AtMost(1.3), 1.1, "%.2f", ofTiming(func(t LawTiming) study.Estimate { return t.Ratio })},
			goal{law, "seconds to train assessor and oracle", study.AtMost(60), 20, "%.1f", ofTiming(func(t LawTiming) study.Estimate { return t.Training })})
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
	if g.Value < 0 {
		value = e.Low
	}
	reached := func(bound float64) bool {
		return study.Bound{Sign: g.Sign, Value: bound}.Met(study.Interval{Mean: value})
	}
	switch {
	case math.IsNaN(value):
		return "no number"
	case !reached(g.Value):
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
		stretch, value, verdict := study.Missing(1), study.Missing(3), "not measured"
		if g.stretch != 0 {
			stretch = study.Bound{Sign: g.Sign, Value: g.stretch}.Field()
		}
		if e, ok := g.value(r, r.Find(g.law)); ok {
			value, verdict = e.Field(g.format), g.verdict(e)
		}
		t.Add(study.Words(g.law, g.what), g.Field(), stretch, value, study.Words(verdict))
	}
	return t
}

// Figures implements study.Result: validity, length and error of each path, law by law.
func (r *Result) Figures() ([]plots.Figure, error) {
	var drawings []study.Drawing
	for _, f := range []struct {
		key, title, axis string
		relative         bool
	}{
		{valid, "How much of each path lies in the data", "share of the path's length", false},
		{length, "How long each path is", "length, 1 is straight", false},
		{errorOfTruth, "Error of the attributions against the law's truth", "Σ|error|, 1 is straight", true},
		{auprc, "How well attributions find the inputs that matter", "AUPRC", false},
		{spread, "How far attributions of independently trained networks differ", "deviation, 1 is straight", true},
	} {
		drawings = append(drawings, study.Drawn(r.figure(f.key, f.title, f.axis, f.relative)))
	}
	return study.Figures(drawings...)
}

// figure draws a measure: groups of bars are paths, bars are laws in which all paths have it; nil
// where there is no such law. A relative measure is in units of the straight path's mean, as each
// law has units of its own.
func (r *Result) figure(key, title, axis string, relative bool) (plots.Figure, error) {
	var bars []plots.BarSeries
	routes := r.common()
	for i := range r.Laws {
		b := plots.BarSeries{Name: r.Laws[i].Law}
		unit, ok := r.Laws[i].Find(straightName).estimate(key, r.Config.Level)
		relative := relative && ok && unit.Mean > 0
		for _, route := range routes {
			if e, ok := r.Laws[i].Find(route).estimate(key, r.Config.Level); ok {
				if relative {
					e = study.NewEstimate(floats.ScaleTo(make([]float64, len(e.Values)), 1/unit.Mean, e.Values), r.Config.Level)
				}
				e.AddTo(&b)
			}
		}
		if len(b.Values) == len(routes) {
			bars = append(bars, b)
		}
	}
	if len(bars) == 0 {
		return nil, nil
	}
	labels := study.Each(routes, r.Config.label)
	return plots.Bars(labels, bars, plots.Name("oracle-"+key), plots.Size(900, 420), plots.YLabel(axis),
		plots.Title(fmt.Sprintf("%s (%s)", title, study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// common are the paths that every law has, in the first one's order.
func (r *Result) common() (routes []string) {
	for _, first := range r.Laws[0].Routes {
		if !slices.ContainsFunc(r.Laws, func(l Law) bool { return l.Find(first.Route) == nil }) {
			routes = append(routes, first.Route)
		}
	}
	return routes
}
