package teacherstudent

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/study"
)

// ComparisonTable sets the students side by side: by how much the error of the one with
// the order is above (+) or below (−) that of the one without.
func (res *Result) ComparisonTable() study.Table {
	t := study.Table{
		Name: "comparisons", Title: fmt.Sprintf("Error of IGBO against a baseline, %s", study.Plural(res.Config.Seeds, "seed")),
		Header: []string{"baseline", "IGBO", "error", "by seed", "paper", "trained"},
		Data:   [][]string{{"baseline", "igbo", "of_means", "lowest", "highest", "paper"}},
	}
	for _, c := range res.Comparisons {
		least, most := floats.Min(c.Reduction.Values), floats.Max(c.Reduction.Values)
		printed, trained := "–", "identically"
		if c.Paper != nil {
			printed = percent(*c.Paper)
		}
		if !c.Fair {
			trained = "with other optimisers"
		}
		t.Rows = append(t.Rows, []string{
			c.Baseline, c.IGBO, percent(c.OfMeans), percent(most) + " to " + percent(least), printed, trained,
		})
		t.Data = append(t.Data, []string{c.Baseline, c.IGBO, study.Full(&c.OfMeans), study.Full(&least), study.Full(&most), study.Full(c.Paper)})
	}
	return t
}

// percent is a reduction of the error as its change.
func percent(reduction float64) string { return fmt.Sprintf("%+.1f %%", -100*reduction) }

// FreshnessTable has, for each score, the interpretability loss on fresh points of least
// squares and of a model with arbitrary positive weights. Where the order means something,
// the second is the larger.
func (res *Result) FreshnessTable() study.Table {
	t := study.Table{
		Name: "freshness", Title: fmt.Sprintf("Interpretability loss on fresh points, mean of %s", study.Plural(res.Config.Seeds, "seed")),
		Header: []string{"score", "least squares", "arbitrary weights"},
		Data:   [][]string{{"score", "least_squares", "arbitrary"}},
	}
	for _, f := range res.Freshness {
		t.Rows = append(t.Rows, []string{f.Score, fmt.Sprintf("%.4f", f.LeastSquaresFresh.Mean), fmt.Sprintf("%.4f", f.ArbitraryFresh.Mean)})
		t.Data = append(t.Data, []string{f.Score, study.Full(&f.LeastSquaresFresh.Mean), study.Full(&f.ArbitraryFresh.Mean)})
	}
	return t
}
