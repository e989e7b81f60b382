package objective_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
)

// The mean scores of age and income are 0.5 and 0.4. The order requires a difference of at least 0.2, so the loss is 0.1.
func ExampleEvaluate() {
	order, err := dag.New([]string{"age", "income"}, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.2, Delta: 1}}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	scores := mat.NewDense(2, 2, []float64{
		0.6, 0.3,
		0.4, 0.5,
	})
	value, err := objective.Evaluate(scores, order)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("H = %.2f, %d of %d constraints hold\n", value.Loss, value.Satisfied, value.Constraints)
	// Output: H = 0.10, 0 of 1 constraints hold
}
