package fewsamples

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the centre, then ratios by samples and by noise.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.bars,
		study.Drawn(r.lines("few-samples-n", "Error compared with ridge, by number of samples", "samples n",
			func(k Case) float64 { return float64(k.Samples) }, func(k *Case, centre Case) { k.Samples = centre.Samples })),
		study.Drawn(r.lines("few-samples-noise", "Error compared with ridge, by noise", "standard deviation of the noise",
			func(k Case) float64 { return k.Noise }, func(k *Case, centre Case) { k.Noise = centre.Noise })))
}

// alike reports whether two cases differ only in their methods and names.
func alike(a, b Case) bool {
	a.Name, a.Methods, b.Name, b.Methods = "", nil, "", nil
	return reflect.DeepEqual(a, b)
}

// drawn lists the methods of the line figures.
var drawn = []string{bestRidge, rankRidge, orderOnly, intervals, benchmark.PosteriorOrder, benchmark.PosteriorBoth}

// lines draws ratios to ridge along one factor. It uses the cases that equal the first case if back sets the factor to the
// value of the first case.
func (r *Result) lines(name, title, label string, factor func(Case) float64, back func(k *Case, centre Case)) (plots.Figure, error) {
	centre := r.Cases[0].Case
	var cases []Found
	for _, f := range r.Cases {
		k := f.Case
		if back(&k, centre); alike(k, centre) {
			cases = append(cases, f)
		}
	}
	slices.SortStableFunc(cases, func(a, b Found) int { return cmp.Compare(factor(a.Case), factor(b.Case)) })
	values := slices.Compact(study.Each(cases, func(f Found) float64 { return factor(f.Case) }))
	lines := study.Lines(drawn, values, func(method, value int) (q study.Interval, ok bool) {
		for _, f := range cases {
			if factor(f.Case) == values[value] && !ok {
				q, ok = f.ratio(drawn[method])
			}
		}
		return q, ok
	})
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name(name), plots.Title(title), plots.XLabel(label), plots.YLabel("mean error ÷ ridge's error"), plots.LogX(), plots.LogY(), plots.RuleY("ridge", 1))
}

// ratio returns a method's ratio to ridge. It returns false if the method was not tried or a logarithmic axis cannot show the
// ratio.
func (f Found) ratio(name string) (study.Interval, bool) {
	q, ok := f.Section.Over(len(references)-1, name)
	return q, ok && q.Finite(true)
}

// shown lists the methods of the bars of the first case.
var shown = []string{
	unconstrained, bestRidge, rankRidge, orderOnly, oneDraw, sixteenDraws, benchmark.PosteriorOrder, benchmark.PosteriorSoft, intervals,
	"sign-rank-ridge", benchmark.OrderedCone, "IGBO, order and signs", benchmark.PosteriorBoth, "IGBO, signed", "the paper's P",
}

// bars draws the ratios of the first case.
func (r *Result) bars() (plots.Figure, error) {
	bars, names := plots.BarSeries{Name: "mean error ÷ ridge's error"}, []string{}
	for _, name := range shown {
		if q, ok := r.Cases[0].ratio(name); ok {
			names = append(names, cmp.Or(short[name], name))
			bars.AddInterval(q.Mean, q.Low, q.High)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	return plots.Bars(names, []plots.BarSeries{bars}, plots.Name("few-samples"), plots.Title("Error compared with ridge: "+r.Cases[0].Case.Name), plots.YLabel("mean error ÷ ridge's error"), plots.RuleY("ridge", 1), plots.Size(900, 420))
}

// short has abbreviated names of methods.
var short = map[string]string{
	rankRidge: "rank ridge", "sign-rank-ridge": "sign-rank ridge", orderOnly: "IGBO, order", oneDraw: "one draw", sixteenDraws: "16 draws",
	benchmark.PosteriorSoft: "posterior, soft", benchmark.OrderedCone: "NNLS, order, signs", benchmark.PosteriorBoth: "posterior, order, signs",
}
