package plots_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// Two sweeps over λ with their hypervolumes, and two models to compare with.
func ExampleParetoFront() {
	paper, weighted := plots.ParetoSet{Name: "P(λ)"}, plots.ParetoSet{Name: "weighted sum"}
	for i := range 12 {
		t := float64(i+1) / 13
		paper.L, paper.H = append(paper.L, 0.2+0.75*t*t), append(paper.H, 0.05+0.75*(1-t)*(1-t))
		weighted.L, weighted.H = append(weighted.L, 0.25+0.7*t+0.05*math.Sin(9*t)), append(weighted.H, 0.12+0.7*(1-t)*(1-t)+0.04*math.Sin(20*t))
	}
	figure, err := plots.ParetoFront([]plots.ParetoSet{paper, weighted}, []plots.ParetoMark{
		{Name: "least squares", L: 0.19, H: 0.86},
		{Name: "unconstrained", L: 0.24, H: 0.80},
	}, &[2]float64{1, 0.9})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/pareto.png"))
	// Output: <nil>
}

func TestParetoFront(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleParetoFront, t, goldenDelta, "pareto.png")
}
