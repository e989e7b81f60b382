package task_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/task"
)

// The quantile loss at 0.9 weights underestimates nine times as much as overestimates.
func ExampleLoss_Value() {
	loss, err := task.Parse("quantile:0.9")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, prediction := range []float64{8, 12} {
		l, err := loss.Value(task.Predictions{Outputs: 1, Values: []float64{prediction}, Targets: []float64{10}})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("prediction %g: loss %.1f\n", prediction, l)
	}
	// Output:
	// prediction 8: loss 1.8
	// prediction 12: loss 0.2
}
