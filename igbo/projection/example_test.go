package projection_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/projection"
)

// The direction descends on both objectives although their gradients conflict.
func ExampleP() {
	g1, g2 := []float64{1, 0}, []float64{-1, 2}
	v := projection.P(g1, g2, 0.5)
	fmt.Printf("v = %.1f, v·g1 = %.1f, v·g2 = %.1f\n", v, v[0]*g1[0]+v[1]*g1[1], v[0]*g2[0]+v[1]*g2[1])
	// Output: v = [0.4 1.2], v·g1 = 0.4, v·g2 = 2.0
}

// Compute the λ that gives the direction 2·g1 + g2.
func ExampleInvert() {
	g1, g2 := []float64{1, 0}, []float64{-1, 2}
	lambda, eta, err := projection.Invert(g1, g2, 2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	v := projection.P(g1, g2, lambda)
	fmt.Printf("λ = %.3f, η = %.3f, η·P = (%.0f, %.0f)\n", lambda, eta, eta*v[0], eta*v[1])
	_, _, err = projection.Invert(g1, g2, 0.1, 1)
	fmt.Println(err)
	// Output:
	// λ = 0.375, η = 2.000, η·P = (1, 2)
	// projection: 0.1·g1 + 1·g2 has the inner products -0.9 and 4.9 with the gradients, but both must be positive (C_SD)
}

// Apply three rules to the same two gradients.
func ExampleCombine() {
	g1, g2 := []float64{1, 0}, []float64{-1, 2}
	for _, name := range []string{"paper", "weighted-sum", "normalized mgda"} {
		rule, err := projection.ByName(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-15s %.3f\n", rule, projection.Combine(rule, g1, g2, 0.3))
	}
	// Output:
	// paper           [0.560 0.880]
	// weighted-sum    [-0.400 1.400]
	// normalized mgda [0.276 0.447]
}
