package plots_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// Error against the number of samples with intervals over seeds.
func ExampleLines() {
	n := []float64{16, 32, 64, 128, 256}
	figure, err := plots.Lines([]plots.Line{
		{Name: "unconstrained", X: n, Y: []float64{1, 0.52, 0.27, 0.13, 0.07},
			Low: []float64{0.8, 0.44, 0.22, 0.11, 0.06}, High: []float64{1.25, 0.61, 0.33, 0.15, 0.08}},
		{Name: "feasibility first", X: n, Y: []float64{0.32, 0.25, 0.17, 0.1, 0.06},
			Low: []float64{0.22, 0.19, 0.14, 0.08, 0.05}, High: []float64{0.46, 0.31, 0.2, 0.12, 0.07}},
	}, plots.LogX(), plots.LogY(), plots.Title("Excess risk against samples"),
		plots.XLabel("training samples n"), plots.YLabel("excess risk"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/lines.png"))
	// Output: <nil>
}

// A curve that is built point by point, beside what it is held against: a value that it
// should reach, and the steps that another study took.
func ExampleRuleY() {
	loss := plots.Line{Name: "student"}
	for step := 1.0; step <= 1024; step *= 2 {
		y := 0.1 + 3/math.Sqrt(step)
		loss.AddInterval(step, y, 0.9*y, 1.1*y)
	}
	figure, err := plots.Lines([]plots.Line{loss}, plots.LogX(), plots.LogY(), plots.Name("rules"), plots.Title("Loss against steps"),
		plots.XLabel("step"), plots.YLabel("loss"), plots.RuleY("least squares", 0.1), plots.RuleX("the paper's 3840 steps", 3840))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/rules.png"))
	// Output: <nil>
}

func TestLines(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleRuleY, t, goldenDelta, "rules.png")
	cmpimg.CheckPlotApprox(ExampleLines, t, goldenDelta, "lines.png")
}
