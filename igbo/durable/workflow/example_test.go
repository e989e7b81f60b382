package workflow_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
)

// mean returns the mean of n random numbers. It only depends on its settings.
func mean(n int) float64 {
	draw, sum := rand.New(rand.NewPCG(1, 1)), 0.0
	for range n {
		sum += draw.Float64()
	}
	return sum / float64(n)
}

// Compute a value once and read it from a file when the program runs again.
func ExampleValue() {
	engine, _, err := backend.Select("")
	if err != nil {
		fmt.Println(err)
		return
	}
	value, unkept := workflow.Value(engine, mean, 1_000_000)
	if unkept != nil {
		fmt.Println("not cached:", unkept)
	}
	fmt.Println(value)
}
