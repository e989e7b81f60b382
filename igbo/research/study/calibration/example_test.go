package calibration_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/calibration"
)

// Measure how often a graph from 192 scores has an edge between features of equal means, for three estimators at α = 0.7. The
// nominal rate is that of normal scores with a known standard deviation.
func Example() {
	c := calibration.DefaultConfig()
	c.Data, c.Alphas, c.Seeds = []calibration.Data{{Rows: 192}}, []float64{0.7}, 5
	c.Estimators, c.Limits.Batches = c.Estimators[:3], 100
	r, err := workflow.Run(context.Background(), nil, c, workflow.Options{Unkept: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, rates := range r.Rates {
		fmt.Printf("%s: %s false edges, nominal %.2f\n", rates.Estimator, rates.FalseEdges.Interval("%.2f"), rates.Nominal)
	}
	// Output:
	// between: 0.26 [0.15, 0.38] false edges, nominal 0.20
	// within: 0.21 [0.10, 0.33] false edges, nominal 0.20
	// frequency: 0.23 [0.14, 0.31] false edges, nominal 0.20
}
