package plots_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws the errors of three quadrature rules for the integral of exp on [0, 1].
func ExampleCompleteness() {
	rules := []plots.QuadratureGap{{Rule: "left"}, {Rule: "midpoint"}, {Rule: "trapezoid"}}
	for _, m := range []int{2, 4, 8, 16, 32, 64, 128} {
		h := 1 / float64(m)
		left, middle := 0.0, 0.0
		for i := range m {
			left += h * math.Exp(float64(i)*h)
			middle += h * math.Exp((float64(i)+0.5)*h)
		}
		trapezoid := left + h*(math.E-1)/2
		for i, sum := range []float64{left, middle, trapezoid} {
			rules[i].M = append(rules[i].M, m)
			rules[i].Gap = append(rules[i].Gap, math.Abs(sum-(math.E-1)))
		}
	}
	figure, err := plots.Completeness(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/completeness.png"))
	// Output: <nil>
}

func TestCompleteness(t *testing.T) {
	wellFormed(t)(plots.Completeness([]plots.QuadratureGap{{Rule: "left", M: []int{1, 2, 4}, Gap: []float64{0.1, 0.01, 0}}}))
	refused(t, "M of rule 0 (\"\") is 0, want a positive number")(plots.Completeness([]plots.QuadratureGap{{M: []int{0}, Gap: one}}))
	refused(t, "must be at least 0")(plots.Completeness([]plots.QuadratureGap{{M: []int{1}, Gap: []float64{-1}}}))
}
