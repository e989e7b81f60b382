package realdata

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/plots"
)

// right returns the methods with the experts' order that figures show; wrong returns those with another order.
func right() []string {
	return []string{
		benchmark.RankRidge().Name(), orderName, benchmark.SignRankRidge().Name(), benchmark.Centroid().Name(), benchmark.ToCentroid().Name(), aloneName,
		signsName, signsName + gateSuffix, benchmark.PosteriorOrder, benchmark.PosteriorBoth,
	}
}

func wrong() []string {
	return []string{
		orderName + relabels, signsName + relabels, benchmark.SignRankRidge().Name() + relabels, benchmark.SignRankRidge().Name() + reverses,
		orderName + reverses, signsName + reverses, orderName + gateSuffix + reverses, signsName + gateSuffix + reverses,
		benchmark.PosteriorOrder + reverses, benchmark.PosteriorSoft + reverses, benchmark.PosteriorSoftAll + reverses,
	}
}

// Figures implements study.Result: methods at the centre by set, by the number of samples, and the shortcut.
func (r *Result) Figures() ([]plots.Figure, error) {
	var drawings []study.Drawing
	for _, n := range r.Config.Sizes {
		if r.Config.centre(n) {
			drawings = append(drawings,
				study.Drawn(r.bars(n, "real-data", "Effect of orders and directions", right())),
				study.Drawn(r.bars(n, "real-data-wrong", "Effect of wrong orders", wrong())))
		}
	}
	return study.Figures(append(drawings, r.lines, r.shortcutBars)...)
}

// bars draws the methods that every pooled set has.
func (r *Result) bars(n int, name, title string, methods []string) (plots.Figure, error) {
	sets := r.goalSets()
	methods = slices.DeleteFunc(methods, func(method string) bool {
		_, ok := r.Pooled(sets, n, Linear, method, ridgeName)
		return !ok
	})
	if len(methods) == 0 {
		return nil, nil
	}
	series := study.Bars(sets, len(methods), func(set, method int) (study.Interval, bool) {
		q, ok := r.Over(sets[set], n, Linear, methods[method], ridgeName)
		return q.Over(), ok
	})
	return plots.Bars(methods, series, plots.Name(fmt.Sprintf("%s-%d", name, n)), plots.Size(960, 480), plots.YLabel("error ÷ ridge's error"),
		plots.Title(fmt.Sprintf("%s at n = %d (%d draws, %g %% intervals)", title, n, r.Config.Draws, 100*r.Config.Level)))
}

// lines draws the pooled ratios by the number of samples.
func (r *Result) lines() (plots.Figure, error) {
	methods := []string{benchmark.RankRidge().Name(), orderName, benchmark.SignRankRidge().Name(), benchmark.Centroid().Name(), signsName, signsName + relabels, benchmark.PosteriorOrder, benchmark.PosteriorBoth}
	sizes := r.Config.Sizes
	lines := study.Lines(methods, study.Each(sizes, func(n int) float64 { return float64(n) }), func(method, n int) (study.Interval, bool) {
		q, ok := r.Pooled(r.goalSets(), sizes[n], Linear, methods[method], ridgeName)
		return q.Over(), ok
	})
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name("real-data-sizes"), plots.Size(820, 480), plots.XLabel("training samples"), plots.YLabel("error ÷ ridge's error"),
		plots.Title(fmt.Sprintf("Pooled over three sets (%g %% intervals)", 100*r.Config.Level)))
}

// shortcutBars draws the errors relative to deletion on test data, in which the suspect column does not predict the target.
func (r *Result) shortcutBars() (plots.Figure, error) {
	methods := slices.DeleteFunc(r.names(0, Shortcuts), func(name string) bool { return name == benchmark.LeastSquares().Name() }) // far above the others
	groups := r.of(Shortcuts)
	if len(groups) == 0 {
		return nil, nil
	}
	sets := study.Each(groups, func(g Group) string { return g.Set })
	series := study.Bars(sets, len(methods), func(set, method int) (study.Interval, bool) {
		q, _ := r.over(groups[set].Entries, methods[method], Shortcuts.reference())
		return q.Over(), true
	})
	return plots.Bars(methods, series, plots.Name("real-data-shortcut"), plots.Size(820, 420), plots.YLabel("error ÷ error after deleting the column"),
		plots.Title(fmt.Sprintf("A column that reveals the target only in training (n = %d)", r.Config.Shortcut.Samples)))
}
