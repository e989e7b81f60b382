package plots_test

import (
	"fmt"
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

func TestLines(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleLines, t, goldenDelta, "lines.png")
}
