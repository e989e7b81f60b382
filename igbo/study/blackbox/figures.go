package blackbox

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the ratios to ridge at the centre by what is told, and for each set by
// the number of samples.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := []study.Drawing{r.told}
	for i := range r.Config.Sets {
		drawings = append(drawings, func() (plots.Figure, error) { return r.bySamples(i) })
	}
	return study.Figures(drawings...)
}

// told draws the methods that every set has at the centre.
func (r *Result) told() (plots.Figure, error) {
	labels := []string{"order", "order, intervals", "placebo", "rank ridge", "signs too", "scores as weights", "answers at inputs"}
	methods := []string{order, intervals, order + placebo, contest.RankRidge().Name(), signed, weights, atInputs}
	for _, q := range r.Config.Queries {
		labels, methods = append(labels, asking(q)[len("distillation, "):]), append(methods, asking(q))
	}
	n := r.Config.Sizes[0]
	bars := study.Bars(r.Config.Sets, len(methods), func(set, method int) (study.Interval, bool) {
		q, ok := r.Find(r.Config.Sets[set], n).ratio(methods[method])
		return q, ok && q.Finite(false)
	})
	if len(bars) == 0 {
		return nil, nil
	}
	return plots.Bars(labels, bars, plots.Name("black-box"), plots.Size(900, 420), plots.YLabel("mean error ÷ ridge's"), plots.RuleY("ridge", 1),
		plots.Title(fmt.Sprintf("What a teacher tells, and what it is worth: n = %d", n)))
}

// bySamples draws the ratios of a set by the number of samples.
func (r *Result) bySamples(i int) (plots.Figure, error) {
	methods := []string{contest.RankRidge().Name(), order, intervals, weights, atInputs}
	for _, q := range r.Config.Queries {
		methods = append(methods, asking(q))
	}
	set, sizes := r.Config.Sets[i], slices.Sorted(slices.Values(r.Config.Sizes))
	lines := study.Lines(methods, study.Each(sizes, func(n int) float64 { return float64(n) }), func(method, n int) (study.Interval, bool) {
		q, ok := r.Find(set, sizes[n]).ratio(methods[method])
		return q, ok && q.Finite(false)
	})
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name(fmt.Sprintf("black-box-%d", i+1)), plots.Title("Error beside ridge: "+set), plots.XLabel("samples n"),
		plots.YLabel("mean error ÷ ridge's"), plots.LogX(), plots.LogY(), plots.RuleY("ridge", 1))
}
