package teacherstudent

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/study"
)

// TestComparisonTable: a reduction is written as a change of the error, with its sign, and
// a row that mixes optimisers says so.
func TestComparisonTable(t *testing.T) {
	paper := 0.71
	res := &Result{Comparisons: []Comparison{
		{Baseline: "a", IGBO: "a", Reduction: study.NewStat([]float64{-0.01, 0.005}), OfMeans: -0.002, Fair: true},
		{Baseline: "a", IGBO: "b", Reduction: study.NewStat([]float64{0.8, 0.85}), OfMeans: 0.823, Paper: &paper},
	}}
	text := res.ComparisonTable().Text()
	for _, want := range []string{"+0.2 %", "-0.5 % to +1.0 %", "identically", "-82.3 %", "-71.0 %", "with other optimisers"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// TestFiguresOfTheCourse: the figure of the scores has the four models that it compares,
// that of the errors a pair of bars for each optimiser beside least squares, and the title
// of the paper's figure says how far the order moved the scores.
func TestFiguresOfTheCourse(t *testing.T) {
	res := mustRun(t, quick())
	scores, err := res.ScoresFigure()
	if err != nil {
		t.Fatal(err)
	}
	errors, err := res.ErrorsFigure()
	if err != nil {
		t.Fatal(err)
	}
	order, err := res.DAG[0].Figures()
	if err != nil {
		t.Fatal(err)
	}
	all, err := res.Figures()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		svg  func() ([]byte, error)
		want []string
	}{
		{scores.SVG, []string{"teacher", "baseline, adam 0.001", "baseline, sgd 0.01", "IGBO, sgd 0.01"}},
		{errors.SVG, []string{"least squares", "adam 0.01", "sgd 0.01"}},
		{order[0].SVG, []string{"The order of seed 1"}},
		{all[0].SVG, []string{"The order moves no feature"}},
	} {
		svg, err := c.svg()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(svg), want) {
				t.Errorf("%q is missing in the figure", want)
			}
		}
	}
}
