package boost_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/boost"
	"github.com/igbolab/igbolab/igbo/task"
)

// This example learns a step function from 40 rows. Predictions must not decrease when the input
// increases.
func ExampleChoose() {
	data := samples.Data{Features: []string{"x"}, Steps: 1}
	for i := range 40 {
		x, y := float64(i), 1.0
		if i >= 20 {
			y = 3
		}
		data.X, data.Y = append(data.X, x), append(data.Y, y)
	}
	inner, err := fold.All(40, 5, 1, 1, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	config := boost.DefaultConfig(40)
	config.Directions = []int{1}
	model, err := boost.Choose(context.Background(), data, task.Loss{}, inner, config)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f\n", model.Predict([]float64{5, 30}))
	// Output: [1.05 2.95]
}
