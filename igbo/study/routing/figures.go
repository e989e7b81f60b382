package routing

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

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
		drawings = append(drawings, func() (plots.Figure, error) { return r.figure(f.key, f.title, f.axis, f.relative) })
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
	var labels []string
	for _, route := range routes {
		labels = append(labels, r.Config.label(route))
	}
	return plots.Bars(labels, bars, plots.Name("oracle-"+key), plots.Size(900, 420), plots.YLabel(axis),
		plots.Title(fmt.Sprintf("%s (%s)", title, study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// common are the paths that every law has, in the first one's order.
func (r *Result) common() (routes []string) {
	for _, first := range r.Laws[0].Routes {
		everywhere := true
		for i := range r.Laws {
			everywhere = everywhere && r.Laws[i].Find(first.Route) != nil
		}
		if everywhere {
			routes = append(routes, first.Route)
		}
	}
	return routes
}
