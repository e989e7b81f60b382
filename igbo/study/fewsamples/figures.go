package fewsamples

import (
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the centre, then ratios by samples and by noise.
func (r *Result) Figures() ([]plots.Figure, error) {
	figures, err := r.bars()
	if err != nil {
		return nil, err
	}
	for _, by := range []struct {
		name, title, label string
		of                 func(k Case) float64
		same               func(k, centre Case) bool
	}{
		{"few-samples-n", "Error beside ridge, by the number of samples", "samples n", func(k Case) float64 { return float64(k.Samples) },
			func(k, centre Case) bool { k.Samples = centre.Samples; return alike(k, centre) }},
		{"few-samples-noise", "Error beside ridge, by the noise", "deviation of the noise", func(k Case) float64 { return k.Noise },
			func(k, centre Case) bool { k.Noise = centre.Noise; return alike(k, centre) }},
	} {
		lines := r.lines(by.of, by.same)
		if len(lines) == 0 {
			continue
		}
		f, err := plots.Lines(lines, plots.Name(by.name), plots.Title(by.title), plots.XLabel(by.label), plots.YLabel("mean error ÷ ridge's"), plots.LogX(), plots.LogY(), plots.RuleY("ridge", 1))
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	return figures, nil
}

// alike tells whether cases differ in their methods and names alone.
func alike(a, b Case) bool {
	a.Name, a.Methods, b.Name, b.Methods = "", nil, "", nil
	return a.Samples == b.Samples && a.Noise == b.Noise && a.Truth == b.Truth && a.Decay == b.Decay && a.R == b.R && a.Apart == b.Apart && a.Networks == b.Networks
}

// drawn are the methods of the line figures.
var drawn = []string{bestRidge, rankRidge, "sign-rank-ridge", intervals, orderOnly, weightedSum}

// lines are ratios to ridge along one factor from the first case.
func (r *Result) lines(of func(Case) float64, same func(k, centre Case) bool) (lines []plots.Line) {
	cases := slices.Clone(r.Cases)
	slices.SortStableFunc(cases, func(a, b Found) int { return compare(of(a.Case), of(b.Case)) })
	for _, name := range drawn {
		line := plots.Line{Name: name}
		for _, f := range cases {
			row := f.row(name)
			if row == nil || !same(f.Case, r.Cases[0].Case) || !positive(row.Low, row.Ratio, row.High) || len(line.X) > 0 && line.X[len(line.X)-1] >= of(f.Case) {
				continue
			}
			line.AddInterval(of(f.Case), row.Ratio, row.Low, row.High)
		}
		if len(line.X) > 1 {
			lines = append(lines, line)
		}
	}
	return lines
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// positive tells whether a logarithmic axis has a place for all.
func positive(values ...float64) bool {
	for _, v := range values {
		if !(v > 0) || math.IsInf(v, 1) {
			return false
		}
	}
	return true
}

// row is a method's beside ridge, or nil.
func (f Found) row(name string) *contest.Row {
	rows := f.Section.Rows[len(f.Section.Rows)-1]
	if i := slices.IndexFunc(rows, func(r contest.Row) bool { return r.Name == name }); i >= 0 {
		return &rows[i]
	}
	return nil
}

// shown are the methods of the bars, the first case's.
var shown = []string{
	unconstrained, bestRidge, rankRidge, "non-negative least squares", "sign-rank-ridge", "centroid, one scale", "ridge towards the centroid",
	weightedSum, intervals, orderOnly, "IGBO, intervals, gate", "IGBO, signed", "IGBO, polytope and signs", "the paper's P",
}

// bars are the ratios of the first case.
func (r *Result) bars() ([]plots.Figure, error) {
	bars, names := plots.BarSeries{Name: "mean error ÷ ridge's"}, []string{}
	for _, name := range shown {
		if row := r.Cases[0].row(name); row != nil && positive(row.Low, row.Ratio, row.High) {
			names = append(names, short(name))
			bars.AddInterval(row.Ratio, row.Low, row.High)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	f, err := plots.Bars(names, []plots.BarSeries{bars}, plots.Name("few-samples"), plots.Title("Error beside ridge: "+r.Cases[0].Case.Name), plots.YLabel("mean error ÷ ridge's"), plots.RuleY("ridge", 1), plots.Size(900, 420))
	return []plots.Figure{f}, err
}

// short names a method where there is little room.
func short(name string) string {
	if s, ok := map[string]string{
		"non-negative least squares": "NNLS, signs", "rank-weighted ridge": "rank ridge", "ridge towards the centroid": "to centroid",
		"centroid, one scale": "centroid", "tuned weighted sum": "λL + cH", "IGBO, intervals": "intervals", "IGBO, order only": "order", "IGBO, intervals, gate": "gate",
		"IGBO, signed": "signed", "IGBO, polytope and signs": "polytope", "the paper's P": "paper",
	}[name]; ok {
		return s
	}
	return name
}
