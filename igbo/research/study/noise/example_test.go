package noise_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/noise"
)

// Measure by which power of the noise σ the bias and the variance of a combined gradient fall. Theorem 5 states 2 for both. It
// holds in conflict. At c = 0 it fails: P(0.7) jumps there, and the bias of rules without a jump only falls as σ.
func Example() {
	c := noise.DefaultConfig()
	c.Draws = 5000
	r, err := workflow.Run(context.Background(), nil, c, workflow.Options{Unkept: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, curve := range r.Curves {
		fmt.Printf("%s: bias %.0f, variance %.0f\n", curve.Case.Name, curve.Bias.Power, curve.Variance.Power)
	}
	// Output:
	// P(0.7), conflict: bias 2, variance 2
	// P(0.7), c = 0: bias 0, variance 0
	// P(½), c = 0: bias 1, variance 2
	// continuous(0.7), c = 0: bias 1, variance 2
}
