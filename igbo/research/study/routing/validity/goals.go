package validity

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// goal is a goal for the oracle that was set beforehand.
type goal struct {
	distribution, what string
	study.Bound
	stretch float64
	format  string
	value   func(r *Result, l *Distribution) (study.Estimate, bool)
}

// goals returns the goals of the project in their original order. None was changed.
func goals() []goal {
	const none = 0
	var all []goal
	mean := func(key string) func(*Result, *Distribution) (study.Estimate, bool) {
		return func(r *Result, l *Distribution) (study.Estimate, bool) {
			return l.Find(oracleName).estimate(key, r.Config.Level)
		}
	}
	for _, g := range []struct {
		distribution   string
		bound, stretch float64
	}{{"curve", 0.97, 0.99}, {"ring", 0.95, 0.99}, {"ar", 0.88, 0.95}} {
		all = append(all, goal{g.distribution, "valid share of the path", study.AtLeast(g.bound), g.stretch, "%.3f", mean(valid)})
	}
	distributions := []string{"curve", "ring", "ar"}
	for _, distribution := range distributions {
		all = append(all, goal{distribution, "length ÷ length of the straight path", study.AtMost(1.3), none, "%.3f", mean(length)})
	}
	for _, distribution := range distributions {
		all = append(all, goal{distribution, "completeness gap at M = 20", study.AtMost(3e-3), none, "%.1e", mean(gapCoarse)},
			goal{distribution, "completeness gap at M = 50", study.AtMost(5e-4), none, "%.1e", mean(gapFine)})
	}
	all = append(all, goal{"curve", "attribution error ÷ attribution error of the straight path", study.AtMost(0.6), 0.4, "%.3f", func(r *Result, l *Distribution) (study.Estimate, bool) {
		return l.Find(oracleName).over(l.Find(straightName), errorOfTruth, r.Config.Level)
	}})
	for _, distribution := range []string{"ring", "ar"} {
		for _, m := range []measure{{key: aup, name: "AUP"}, {key: aur, name: "AUR"}, {key: auprc, name: "AUPRC"}} {
			all = append(all, goal{distribution, m.name + " of the oracle minus the straight path's, lower end of the interval", study.AtLeast(-0.01), none, "%+.3f", func(r *Result, l *Distribution) (study.Estimate, bool) {
				return l.Find(oracleName).minus(l.Find(straightName), m.key, r.Config.Level)
			}})
		}
	}
	for _, distribution := range distributions {
		all = append(all, goal{distribution, "time ÷ time of the straight path at M = 20", study.AtMost(1.3), 1.1, "%.2f", ofTiming(func(t DistributionTiming) study.Estimate { return t.Ratio })},
			goal{distribution, "seconds to train assessor and oracle", study.AtMost(60), 20, "%.1f", ofTiming(func(t DistributionTiming) study.Estimate { return t.Training })})
	}
	return all
}

// ofTiming returns a function that returns a time, if it was measured.
func ofTiming(read func(DistributionTiming) study.Estimate) func(*Result, *Distribution) (study.Estimate, bool) {
	return func(r *Result, l *Distribution) (study.Estimate, bool) {
		if r.Timing == nil || l == nil {
			return study.Estimate{}, false
		}
		for _, t := range r.Timing.Distributions {
			if t.Distribution == l.Distribution {
				e := read(t)
				return e, len(e.Values) > 0
			}
		}
		return study.Estimate{}, false
	}
}

// verdict reports whether a goal is met. It uses the mean, or the lower end of the interval if the goal is about the interval.
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
		return "undefined"
	case !reached(g.Value):
		return "missed"
	case g.stretch != 0 && reached(g.stretch):
		return "met, stretch goal met"
	case g.stretch != 0:
		return "met, stretch goal missed"
	default:
		return "met"
	}
}

func (r *Result) goalTable() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-goals", Title: fmt.Sprintf("Goals of the oracle (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes: []string{
			"The goals were set before the study was run. The mean decides or, if the goal says so, the lower end of the interval.",
			"Times and ratios of times are measured separately, because they do not depend on the settings alone. –: not measured.",
		},
		Header: []string{"distribution", "goal", "bound", "stretch", "value", "verdict"},
		Data:   [][]string{{"law", "goal", "bound", "stretch", "value", "low", "high", "verdict"}},
	}
	if r.Timing != nil {
		t.Notes = append(t.Notes, r.Timing.How)
	}
	for _, g := range goals() {
		stretch, value, verdict := tabulate.Missing(1), tabulate.Missing(3), "not measured"
		if g.stretch != 0 {
			stretch = study.Bound{Sign: g.Sign, Value: g.stretch}.Field()
		}
		if e, ok := g.value(r, r.Find(g.distribution)); ok {
			value, verdict = e.Field(g.format), g.verdict(e)
		}
		t.Add(tabulate.Words(g.distribution, g.what), g.Field(), stretch, value, tabulate.Words(verdict))
	}
	return t
}

// Figures implements study.Result: validity, length and error of each path by distribution.
func (r *Result) Figures() ([]plots.Figure, error) {
	var drawings []study.Drawing
	for _, f := range []struct {
		key, title, axis string
		relative         bool
	}{
		{valid, "Share of each path that is in the data", "share of the path's length", false},
		{length, "Length of each path", "length (1 = straight path)", false},
		{errorOfTruth, "Error of the attributions compared with the truth", "Σ|error| (1 = straight path)", true},
		{auprc, "How well attributions find the inputs that matter", "AUPRC", false},
		{spread, "Differences between attributions of independently trained networks", "spread (1 = straight path)", true},
	} {
		drawings = append(drawings, study.Drawn(r.figure(f.key, f.title, f.axis, f.relative)))
	}
	return study.Figures(drawings...)
}

// figure draws a measure with a group of bars for each path and a bar for each distribution in which all paths have the
// measure. It returns nil if there is no such distribution. A relative measure is in units of the straight path's mean, because
// each distribution has its own units.
func (r *Result) figure(key, title, axis string, relative bool) (plots.Figure, error) {
	var bars []plots.BarSeries
	routes := r.common()
	for i := range r.Distributions {
		b := plots.BarSeries{Name: r.Distributions[i].Distribution}
		unit, ok := r.Distributions[i].Find(straightName).estimate(key, r.Config.Level)
		relative := relative && ok && unit.Mean > 0
		for _, route := range routes {
			if e, ok := r.Distributions[i].Find(route).estimate(key, r.Config.Level); ok {
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

// common returns the paths of all distributions, in the order of the first one.
func (r *Result) common() (routes []string) {
	for _, first := range r.Distributions[0].Routes {
		if !slices.ContainsFunc(r.Distributions, func(l Distribution) bool { return l.Find(first.Route) == nil }) {
			routes = append(routes, first.Route)
		}
	}
	return routes
}
