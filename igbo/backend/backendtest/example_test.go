package backendtest_test

import (
	"fmt"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// Evaluate a graph in a test, and compare its output with known values.
func ExampleEvaluate() {
	t := new(testing.T) // the argument of a test
	x := tensors.FromValue([]float32{1, 2, 3})
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		return []*Node{Square(in[0]), ReduceAllSum(in[0])}
	}, x)
	backendtest.Near(t, "squares", out[0], []float64{1, 4, 9}, 1e-6)
	fmt.Printf("%.3f\n", out)
	// Output: [[1.000 4.000 9.000] [6.000]]
}
