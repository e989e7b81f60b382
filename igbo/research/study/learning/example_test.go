package learning_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/learning"
)

// Read the committed result. The numbers are the loss of each student after the steps of the paper's experiment and at the end
// of the longer training, in units of the loss of least squares. A student has converged if its number is 1.
func ExampleCurve_At() {
	r, err := study.Reported[*learning.Result](learning.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range r.Curves {
		steps, end := c.End()
		fmt.Printf("%s %g, IGBO %t: ", c.Optimizer.Name, c.Optimizer.LearningRate, c.IGBO)
		fmt.Printf("%.2f after %g steps, %.2f after %g\n", c.At(r.Own)/r.LeastSquares, r.Own, end/r.LeastSquares, steps)
	}
	// Output:
	// adam 0.001, IGBO false: 6.37 after 3840 steps, 1.12 after 32000
	// adam 0.001, IGBO true: 6.37 after 3840 steps, 1.12 after 32000
	// adam 0.01, IGBO false: 1.16 after 3840 steps, 1.00 after 32000
	// adam 0.01, IGBO true: 1.16 after 3840 steps, 1.00 after 32000
	// sgd 0.01, IGBO false: 1.01 after 3840 steps, 1.01 after 32000
	// sgd 0.01, IGBO true: 1.00 after 3840 steps, 1.00 after 32000
}
