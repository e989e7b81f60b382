package fewsamples

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// polytope is the student that starts at the centre of all permitted importances, with signs.
const polytope = "IGBO, polytope and signs"

// cases shows the error of the headlines relative to ridge's in every linear case. The last row compares the polytope's student
// with the posterior that has the same information, draw by draw.
func (r *Result) cases() tabulate.Table {
	linear := slices.DeleteFunc(slices.Clone(r.Cases), func(f Found) bool {
		return !slices.Contains(f.Case.Methods, benchmark.PosteriorBoth) || !slices.Contains(f.Case.Methods, ridge)
	})
	names := append(slices.Clone(headlines), polytope, polytope+" ÷ "+benchmark.PosteriorBoth)
	rows := study.Each(names, func(n string) []string { return []string{n} })
	t := tabulate.Table{Name: "few-samples-cases", Title: "Error ÷ ridge's error in every linear case", Notes: []string{
		"Ratios of mean errors, with 95 % intervals of a paired bootstrap over draws. The last row is divided by the posterior's error instead of ridge's error.",
	}}
	return trial.Ratios(t, []string{"method"}, study.Each(linear, func(f Found) string { return f.Case.Name }), rows, func(row, column int) (study.Interval, bool) {
		f := linear[column]
		if row < len(rows)-1 {
			return f.Section.Over(len(references)-1, names[row])
		}
		own, other := trial.Find(f.Entries, polytope), trial.Find(f.Entries, benchmark.PosteriorBoth)
		if own == nil || other == nil {
			return study.Interval{}, false
		}
		beside, err := trial.Beside(*own, *other, trial.DefaultCompareOptions())
		return beside.Over(), err == nil
	})
}
