package wrongprior

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: errors, gates, diagnostics, predictions.
func (r *Result) Tables() []tabulate.Table {
	sections := study.Each(r.Cases, func(f Found) trial.Section { return f.Section })
	t := trial.Table("wrong-prior", fmt.Sprintf("Squared distance from the truth under a damaged order (%s)", tabulate.Plural(r.Config.Seeds, "draw")), []string{ridge}, sections)
	tables := []tabulate.Table{t, r.gates(), r.tellsTable(), trial.PredictionTable("wrong-prior-goals", r.Goals)}
	for _, f := range r.Cases {
		if f.Swaps == 0 || f.Swaps == Reversed {
			if of := r.blocks(f); len(of.Rows) > 0 {
				tables = append(tables, of)
			}
		}
	}
	return tables
}

// blocks returns the ratios of a case in four blocks of draws. It has no rows if there are too few draws.
func (r *Result) blocks(f Found) tabulate.Table {
	name := caseName(f.Samples, f.Swaps)
	t, err := trial.Blocks(fmt.Sprintf("wrong-prior-blocks-%d-%s", f.Samples, map[bool]string{true: "right", false: "reversed"}[f.Swaps == 0]), name+": error ÷ ridge's error in blocks of draws", ridge, r.shown(), f.Entries, trial.DefaultCompareOptions())
	if err != nil {
		t.Notes = append(t.Notes, err.Error())
	}
	return t
}

// shown returns the methods of figures and blocks.
func (r *Result) shown() []string {
	methods := []string{noGate, noGate + gate, order, order + gate}
	if r.Config.CompetingMethods {
		methods = append(methods, benchmark.PosteriorOrder, benchmark.PosteriorSoft)
	}
	return methods
}

// gates shows how often orders were kept, and the remaining gain.
func (r *Result) gates() tabulate.Table {
	t := tabulate.Table{
		Name: "wrong-prior-gates", Title: "How often the gate keeps the order",
		Header: []string{"case", "student", "error ÷ ridge's error", "with the gate", "order kept", fmt.Sprintf("with handicap %g", r.Config.Handicap), "order kept with handicap", "share of the right order's gain that the gate keeps"},
		Notes:  []string{"All errors are divided by ridge's error. Order kept: the share of draws in which the gate keeps the order. Handicap: the gate keeps the order only if the cross-validated loss with the order, times the handicap, is below ridge's cross-validated loss."},
	}
	for _, f := range r.Cases {
		for _, s := range f.Students {
			alone, with, careful := f.ratio(s.Name), f.ratio(s.Name+gate), f.ratio(s.Name+cautious)
			share := "–"
			if f.Swaps == 0 && alone < 1 && !math.IsNaN(with) {
				share = fmt.Sprintf("%.0f %%", 100*(1-with)/(1-alone))
			}
			t.Rows = append(t.Rows, []string{
				caseName(f.Samples, f.Swaps), s.Name, fmt.Sprintf("%.2f", alone), fmt.Sprintf("%.2f", with), fmt.Sprintf("%.0f %%", 100*s.Kept),
				fmt.Sprintf("%.2f", careful), fmt.Sprintf("%.0f %%", 100*s.Cautious), share,
			})
		}
	}
	return t
}

// ratio returns a method's mean error relative to ridge's.
func (f Found) ratio(name string) float64 {
	q, _ := f.Section.Over(0, name)
	return q.Mean
}

func (r *Result) tellsTable() tabulate.Table {
	t := tabulate.Table{
		Name: "wrong-prior-diagnostics", Title: "Diagnostics that detect a damaged order (AUC)",
		Header: append([]string{"case", "student"}, diagnostics...),
		Data:   [][]string{{"samples", "swaps", "student", "diagnostic", "auc", "low", "high"}},
		Notes:  []string{"AUC: the probability that the diagnostic is larger under the damaged order than under the right one; ½ means no information. Intervals: bootstrap over draws."},
	}
	var row []string
	for i, tell := range r.Tells {
		if i%len(diagnostics) == 0 {
			row = []string{caseName(tell.Samples, tell.Swaps), tell.Student}
		}
		auc := study.Interval{Mean: tell.AUC, Low: tell.Low, High: tell.High}
		row = append(row, auc.Text("%.2f"))
		if len(row) == len(t.Header) {
			t.Rows = append(t.Rows, row)
		}
		t.Data = append(t.Data, tabulate.InFull(tell.Samples, tell.Swaps, tell.Student, tell.Diagnostic, tell.AUC, tell.Low, tell.High).Full)
	}
	if len(t.Rows) == 0 {
		t.Rows, t.Notes = [][]string{{"–", "–", "–", "–", "–", "–"}}, []string{"No order was damaged."}
	}
	return t
}

// Figures implements study.Result: errors by damage, with the gate and without.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := study.Each(r.Config.Samples, func(n int) study.Drawing { return study.Drawn(r.figure(n)) })
	return study.Figures(drawings...)
}

// figure draws the cases of n samples.
func (r *Result) figure(n int) (plots.Figure, error) {
	methods := r.shown()
	cases := slices.DeleteFunc(slices.Clone(r.Cases), func(f Found) bool { return f.Samples != n })
	bars := study.Bars(methods, len(cases), func(method, at int) (study.Interval, bool) { return cases[at].Section.Over(0, methods[method]) })
	names := study.Each(cases, func(f Found) string { return degree(f.Swaps) })
	return plots.Bars(names, bars, plots.Name(fmt.Sprintf("wrong-prior-%d", n)), plots.Title(fmt.Sprintf("Error compared with ridge under a damaged order, n = %d", n)),
		plots.YLabel("mean error ÷ ridge's error"), plots.RuleY("ridge", 1))
}
