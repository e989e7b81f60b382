package plots_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// Six features in layers; the last has no edge.
func ExampleDAG() {
	features := []string{"temp_max", "temp_min", "wind", "precipitation", "season", "noise"}
	figure, err := plots.DAG(features, []plots.DAGEdge{
		{U: 0, V: 1, P: 0.97, Epsilon: 0.05, Delta: 0.21},
		{U: 0, V: 4, P: 0.72, Epsilon: 0.01, Delta: 0.12},
		{U: 1, V: 2, P: 0.88, Epsilon: 0.02, Delta: 0.15},
		{U: 1, V: 3, P: 0.80, Epsilon: 0.02, Delta: 0.15},
		{U: 4, V: 3, P: 0.93, Epsilon: 0.005, Delta: 0.10},
		{U: 0, V: 3, P: 0.99, Epsilon: 0.05, Delta: 0.30},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/dag.png"))
	// Output: <nil>
}

// Plain frequencies can make a ring; its edges stand out.
func ExampleDAG_cycle() {
	figure, err := plots.DAG([]string{"a", "b", "c", "d", "e"}, []plots.DAGEdge{
		{U: 0, V: 1, P: 0.75, Epsilon: 0.005, Delta: 1},
		{U: 1, V: 2, P: 0.75, Epsilon: 0.005, Delta: 1},
		{U: 2, V: 3, P: 0.75, Epsilon: 0.005, Delta: 1},
		{U: 3, V: 0, P: 0.75, Epsilon: 0.005, Delta: math.Inf(1)},
		{U: 0, V: 4, P: 0.90, Epsilon: 0.005, Delta: math.Inf(1)},
	}, plots.Title("A cycle made by plain frequencies"), plots.Name("cycle"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/cycle.png"))
	// Output: <nil>
}

func TestDAG(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleDAG, t, goldenDelta, "dag.png")
	cmpimg.CheckPlotApprox(ExampleDAG_cycle, t, goldenDelta, "cycle.png")
}
