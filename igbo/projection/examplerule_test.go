package projection_test

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/projection"
)

// bisector is a user-defined rule, the direction between the unit gradients:
//
//	v = λ·g1/‖g1‖ + (1−λ)·g2/‖g2‖
type bisector struct{}

func (bisector) String() string { return "bisector" }

func (bisector) Weights(n1, n2, _, lambda float64) (a1, a2 float64) {
	return lambda / math.Sqrt(n1), (1 - lambda) / math.Sqrt(n2)
}

func (bisector) WeightsNode(n1, n2, _, lambda *graph.Node) (a1, a2 *graph.Node) {
	return graph.Div(lambda, graph.Sqrt(n1)), graph.Div(graph.OneMinus(lambda), graph.Sqrt(n2))
}

// Define a rule by its weights, for numbers and for nodes. Pass it to train.Config. To add a rule to this
// project instead, add a file, an entry in Rules and a row in its table. Then Config.Rule accepts its name, and
// the tests compare it with its row.
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
