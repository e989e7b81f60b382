package learning

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// planted returns a result in which the curves of the Adam students coincide, and those of the SGD students only meet at the
// end, which the factor changes.
func planted(factor float64) *Result {
	steps := []float64{32, 320, 3200}
	curve := func(optimizer string, guided bool, loss ...float64) Curve {
		return Curve{Optimizer: igbo.Optimizer{Name: optimizer, LearningRate: 0.01}, IGBO: guided, Steps: steps, Loss: loss, ValMSE: 12}
	}
	return &Result{LeastSquares: 10, LeastSquaresVal: 11, Largest: 3, Own: 1000, Curves: []Curve{
		curve("adam", false, 90, 60, 20), curve("adam", true, 90.1, 60.2, 20.1*factor),
		curve("sgd", false, 50, 12, 11), curve("sgd", true, 80, 20, 11),
	}}
}

// TestFigureSaysWhatCoincides checks that the legend names only curves that coincide, that the title states whether students
// end at the same loss, and that levels are rules and not curves.
func TestFigureSaysWhatCoincides(t *testing.T) {
	for _, c := range []struct {
		factor      float64
		want, never string
	}{
		{1, "end at the same loss", "Loss of the students"},
		{1.2, "Loss of the students", "same curve as the baseline"},
	} {
		figures := must.Of(planted(c.factor).Figures()).In(t)
		svg := must.Of(figures[0].SVG()).In(t)
		text := string(svg)
		for _, want := range []string{c.want, "least squares", "the experiment&#39;s 1000 steps"} {
			if !strings.Contains(strings.ReplaceAll(text, "'", "&#39;"), want) {
				t.Errorf("factor %g: no %q in the figure", c.factor, want)
			}
		}
		if strings.Contains(text, c.never) {
			t.Errorf("factor %g: %q in the figure", c.factor, c.never)
		}
		_, drawn, _ := strings.Cut(text, "</desc>") // the description also has the names
		if n := strings.Count(drawn, "(same curve as the baseline)"); c.factor == 1 && n != 1 {
			t.Errorf("%d curves are said to lie on their baselines, want Adam's", n)
		}
	}
}

// TestTableOnTheWay checks that losses are those of the last finished epoch, and that there is none before the first epoch.
func TestTableOnTheWay(t *testing.T) {
	r := planted(1)
	if row := strings.Join(r.Tables()[0].Rows[0], " | "); row != "baseline, adam 0.01 | 90.0 | 60.0 | 20.0 | 3200 | 2.000 | 1.091" {
		t.Error(row)
	}
	r.Own = 100
	if row := r.Tables()[0].Rows[0]; row[1] != "–" || row[2] != "90.0" {
		t.Errorf("losses %q after 10 steps and %q after 100, want none and 90.0", row[1], row[2])
	}
}
