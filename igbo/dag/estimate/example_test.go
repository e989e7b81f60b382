package estimate_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// Four rows of scores make two batches. Feature 0 has the larger mean in both.
func ExampleDecide() {
	scores := mat.NewDense(4, 2, []float64{0.6, 0.3, 0.4, 0.2, 0.7, 0.3, 0.5, 0.4})
	cfg := estimate.Config{Method: estimate.BetweenBatch, BatchSize: 2}
	sample := estimate.NewSample(scores, cfg)
	estimator, _, err := sample.Estimator(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, direction := estimate.Decide(sample, estimator, 0, 1, 0.7, estimate.ZAlpha(0.7))
	fmt.Printf("difference of means %.2f, direction %+d\n", sample.Diff(0, 1), direction)
	// Output: difference of means 0.25, direction +1
}
