package plots_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example compares two models with the constraints of five edges. One constraint has no upper
// end.
func ExampleEdgeIntervals() {
	figure, err := plots.EdgeIntervals([]plots.EdgeInterval{
		{Label: "x1 → x2", Epsilon: 0.02, Delta: 0.10},
		{Label: "x1 → x3", Epsilon: 0.05, Delta: 0.17},
		{Label: "x2 → x3", Epsilon: 0.005, Delta: 0.06},
		{Label: "x2 → x4", Epsilon: 0.005, Delta: math.Inf(1)},
		{Label: "x3 → x4", Epsilon: 0.01, Delta: 0.05},
	}, []plots.EdgeDifferences{
		{Name: "baseline", D: []float64{-0.04, 0.10, 0.14, 0.06, -0.08}},
		{Name: "IGBO", D: []float64{0.09, 0.13, 0.04, 0.07, 0.03}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/edge_intervals.png"))
	// Output: <nil>
}

func TestEdgeIntervals(t *testing.T) {
	wellFormed(t)(plots.EdgeIntervals([]plots.EdgeInterval{{Label: "a", Epsilon: 0.1, Delta: 0.1}}, []plots.EdgeDifferences{{Name: "m", D: []float64{0}}}))
	refused(t, "edge 0 (e): the interval [1, 0] must have ε ≤ δ")(plots.EdgeIntervals([]plots.EdgeInterval{{Label: "e", Epsilon: 1}}, nil))
	refused(t, "0 values of model 0")(plots.EdgeIntervals([]plots.EdgeInterval{{Label: "e"}}, []plots.EdgeDifferences{{Name: "m"}}))
}
