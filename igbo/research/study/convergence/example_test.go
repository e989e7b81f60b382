package convergence_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/convergence"
)

// Minimise two quadratic losses by the paper's rule with λ = ½ and every step rule. The result reports whether 500 steps come near
// a Pareto-stationary point, where the residual is at most 1e-5 of the first one. Steps that fall as 1/k are much slower.
func Example() {
	c := convergence.DefaultConfig()
	c.Problems, c.Rules, c.Lambdas = []string{"quadratics"}, []string{"paper"}, []float64{0.5}
	c.Steps = 500
	r, err := workflow.Run(context.Background(), nil, c, workflow.Options{Unkept: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, run := range r.Runs {
		fmt.Println(run.StepRule, run.Near())
	}
	// Output:
	// armijo true
	// constant true
	// inverse-root true
	// inverse false
}
