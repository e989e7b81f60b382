package linear_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// Ridge regression of y = 2·a − b. The sign constraint keeps the weight of b from being negative, so it is 0.
func ExampleFit() {
	data := samples.Data{Features: []string{"a", "b"}, Steps: 1}
	for i := range 20 {
		a, b := float64(i), float64(i*i%7)
		data.X, data.Y = append(data.X, a, b), append(data.Y, 2*a-b)
	}
	penalty := linear.Uniform(1e-6, 2)
	free, err := linear.Fit(context.Background(), data.View(nil), task.Loss{}, 1, penalty)
	if err != nil {
		log.Fatal(err)
	}
	penalty.Signs = []int{1, 1}
	signed, err := linear.Fit(context.Background(), data.View(nil), task.Loss{}, 1, penalty)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n%.3f\n", free.Weights(), signed.Weights())
	// Output:
	// [2.000 -1.000]
	// [1.953 0.000]
}
