package realdata

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// right are the methods with the experts' order that figures show, wrong those with another one.
func right() []string {
	return []string{
		contest.RankRidge().Name(), orderName, contest.SignRankRidge().Name(), contest.Centroid().Name(), contest.ToCentroid().Name(), aloneName,
		signsName, signsName + gateSuffix,
	}
}

func wrong() []string {
	return []string{
		orderName + relabels, signsName + relabels, contest.SignRankRidge().Name() + relabels, contest.SignRankRidge().Name() + reverses,
		orderName + reverses, signsName + reverses, orderName + gateSuffix + reverses, signsName + gateSuffix + reverses,
	}
}

// Figures implements study.Result: methods at the centre by set, by the number of samples, and the shortcut.
func (r *Result) Figures() ([]plots.Figure, error) {
	var figures []plots.Figure
	for _, n := range r.Config.Sizes {
		if !r.Config.centre(n) {
			continue
		}
		for _, of := range []struct {
			name, title string
			methods     []string
		}{{"real-data", "What orders and directions are worth", right()}, {"real-data-wrong", "What wrong orders cost", wrong()}} {
			f, err := r.bars(n, of.name, of.title, of.methods)
			if err != nil {
				return nil, err
			}
			if f != nil {
				figures = append(figures, f)
			}
		}
	}
	f, err := r.lines()
	if err != nil {
		return nil, err
	}
	if f != nil {
		figures = append(figures, f)
	}
	if f, err = r.shortcutBars(); err != nil {
		return nil, err
	}
	if f != nil {
		figures = append(figures, f)
	}
	return figures, nil
}

// bars are the methods that every set has that is pooled.
func (r *Result) bars(n int, name, title string, methods []string) (plots.Figure, error) {
	sets, names := r.goalSets(), []string(nil)
	series := make([]plots.BarSeries, len(sets))
	for i, set := range sets {
		series[i].Name = set
	}
	for _, name := range methods {
		if _, ok := r.Pooled(sets, n, Linear, name, ridgeName); !ok {
			continue
		}
		names = append(names, name)
		for i, set := range sets {
			q, _ := r.Over(set, n, Linear, name, ridgeName)
			series[i].AddInterval(q.Ratio, q.Low, q.High)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	return plots.Bars(names, series, plots.Name(fmt.Sprintf("%s-%d", name, n)), plots.Size(960, 480), plots.YLabel("error over ridge's"),
		plots.Title(fmt.Sprintf("%s at n = %d (%d draws, %g %% intervals)", title, n, r.Config.Draws, 100*r.Config.Level)))
}

// lines are the pooled ratios by the number of samples.
func (r *Result) lines() (plots.Figure, error) {
	var lines []plots.Line
	for _, name := range []string{contest.RankRidge().Name(), orderName, contest.SignRankRidge().Name(), contest.Centroid().Name(), signsName, signsName + relabels} {
		l := plots.Line{Name: name}
		for _, n := range r.Config.Sizes {
			if q, ok := r.Pooled(r.goalSets(), n, Linear, name, ridgeName); ok {
				l.AddInterval(float64(n), q.Ratio, q.Low, q.High)
			}
		}
		if len(l.X) > 1 {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name("real-data-sizes"), plots.Size(820, 480), plots.XLabel("samples to train on"), plots.YLabel("error over ridge's"),
		plots.Title(fmt.Sprintf("Pooled over three sets (%d draws, %g %% intervals)", r.Config.Draws, 100*r.Config.Level)))
}

// shortcutBars are the errors over deletion's where the suspect column tells nothing.
func (r *Result) shortcutBars() (plots.Figure, error) {
	names := slices.DeleteFunc(r.names(0, Shortcuts), func(name string) bool { return name == contest.LeastSquares().Name() }) // far above
	var series []plots.BarSeries
	for _, g := range r.Groups {
		if g.Kind != Shortcuts {
			continue
		}
		b := plots.BarSeries{Name: g.Set}
		for _, name := range names {
			q, _ := r.over(g.Entries, name, g.Kind.reference())
			b.AddInterval(q.Ratio, q.Low, q.High)
		}
		series = append(series, b)
	}
	if len(series) == 0 {
		return nil, nil
	}
	return plots.Bars(names, series, plots.Name("real-data-shortcut"), plots.Size(820, 420), plots.YLabel("error over deleting the column"),
		plots.Title(fmt.Sprintf("A column that tells the target in training alone (n = %d)", r.Config.Shortcut.Samples)))
}
