package plots_test

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/canvas"
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

// TestLongCurvesAreToldApart: two long curves that lie on each other both show, by dashes
// and markers, in the figure and in its legend.
func TestLongCurvesAreToldApart(t *testing.T) {
	same := func(name string) plots.Line {
		return plots.Curve(name, func(x float64) float64 { return 1 / x }, 1, 100)
	}
	draw := func(lines ...plots.Line) []byte {
		figure, err := plots.Lines(lines, plots.LogX(), plots.LogY())
		if err != nil {
			t.Fatal(err)
		}
		text, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	first, second := canvas.SeriesColor(0), canvas.SeriesColor(1)
	text := draw(same("baseline"), same("IGBO"))
	for name, c := range map[string]color.NRGBA{"first": first, "second": second} {
		fill := fmt.Sprintf("fill:#%02X%02X%02X", c.R, c.G, c.B)
		if n := bytes.Count(text, []byte(fill)); n != 6 {
			t.Errorf("the %s curve has %d markers, expected five and the legend's", name, n)
		}
	}
	if n := bytes.Count(text, []byte("stroke-dasharray")); n != 2 {
		t.Errorf("%d dashed lines, expected the second curve's and its legend's", n)
	}
}
