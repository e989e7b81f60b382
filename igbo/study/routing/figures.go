package routing

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: validity, length and error of each path, law by law.
func (r *Result) Figures() ([]plots.Figure, error) {
	var figures []plots.Figure
	for _, f := range []struct {
		key, title, axis string
	}{
		{valid, "How much of each path lies in the data", "share of the path's length"},
		{length, "How long each path is", "length, 1 is straight"},
		{errorOfTruth, "Error of the attributions against the law's truth", "mean Σ|error|"},
		{auprc, "How well attributions find the inputs that matter", "AUPRC"},
		{spread, "How far attributions of independently trained networks differ", "deviation between networks"},
	} {
		chart, err := r.figure(f.key, f.title, f.axis)
		if err != nil {
			return nil, err
		}
		if chart != nil {
			figures = append(figures, chart)
		}
	}
	return figures, nil
}

// figure draws a measure: groups of bars are paths, bars are laws in which all paths have it; nil
// where there is no such law.
func (r *Result) figure(key, title, axis string) (plots.Figure, error) {
	var bars []plots.BarSeries
	routes := r.common()
	for i := range r.Laws {
		b := plots.BarSeries{Name: r.Laws[i].Law}
		for _, route := range routes {
			if e, ok := r.Laws[i].Find(route).estimate(key, r.Config.Level); ok {
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
