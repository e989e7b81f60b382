package vector_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Compute 1 + exp(x) with the kernels of this machine, without allocating.
func ExampleDefault() {
	kernels, err := vector.Default()
	if err != nil {
		log.Fatal(err)
	}
	x := []float32{-1, 0, 1}
	y := make([]float32, len(x))
	kernels.Unary["Exp"](y, x)
	kernels.Arithmetic["Add"].Right(y, y, 1)
	fmt.Printf("%.3f\n", y)
	// Output: [1.368 2.000 3.718]
}

// All sets that run on this machine return the same bits as plain Go.
func ExampleSets() {
	plain, err := vector.Named("plain")
	if err != nil {
		log.Fatal(err)
	}
	x := []float32{-2.5, -0.1, 0, 0.3, 7}
	want, y := make([]float32, len(x)), make([]float32, len(x))
	plain.Unary["Tanh"](want, x)
	equal := true
	for _, set := range vector.Sets() {
		set.Unary["Tanh"](y, x)
		equal = equal && slices.Equal(y, want)
	}
	fmt.Println(equal)
	// Output: true
}
