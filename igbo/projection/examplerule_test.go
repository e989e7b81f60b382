package projection_test

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/projection"
)

// bisector is a rule of one's own: the direction between the unit gradients,
//
//	v = λ·g1/‖g1‖ + (1−λ)·g2/‖g2‖.
type bisector struct{}

func (bisector) String() string { return "bisector" }

func (bisector) Weights(n1, n2, _, lambda float64) (a1, a2 float64) {
	return lambda / math.Sqrt(n1), (1 - lambda) / math.Sqrt(n2)
}

func (bisector) WeightsNode(n1, n2, _, lambda *graph.Node) (a1, a2 *graph.Node) {
	return graph.Div(lambda, graph.Sqrt(n1)), graph.Div(graph.OneMinus(lambda), graph.Sqrt(n2))
}

// A rule is its weights, for numbers and for nodes. One that belongs to the project is a file, a place in Rules
// and a row of the table there: then Config.Rule takes its name, and the tests compare it with its row. One that does
// not goes into train.Config.
func ExampleRule() {
	g1, g2 := []float64{3, 0}, []float64{-1, 1}
	rule := projection.Rule(bisector{})
	fmt.Printf("%s %.3f\n", rule, projection.Combine(rule, g1, g2, 0.5))

	engine, err := embedded.Open("")
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := graph.MustNewExec(engine, func(n1, n2, c, lambda *graph.Node) *graph.Node {
		a1, a2 := projection.WeightsNode(rule, n1, n2, c, lambda, 0)
		return graph.Stack([]*graph.Node{a1, a2}, 0)
	})
	fmt.Printf("%.3f\n", weights.MustCall(9.0, 2.0, -3.0, 0.5)[0].Value())
	// Output:
	// bisector [0.146 0.354]
	// [0.167 0.354]
}
