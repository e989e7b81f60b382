package plots_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws the gradient of a saturating feature along the path, with five midpoints.
func ExampleIntegrand() {
	sigmoid := func(s float64) float64 { return math.Exp(-8*(s-0.25)) / math.Pow(1+math.Exp(-8*(s-0.25)), 2) * 8 }
	saturating := plots.IntegrandCurve{Feature: "saturating"}
	linear := plots.IntegrandCurve{Feature: "linear"}
	for i := range 101 {
		s := float64(i) / 100
		saturating.S, saturating.Gradient = append(saturating.S, s), append(saturating.Gradient, sigmoid(s))
		linear.S, linear.Gradient = append(linear.S, s), append(linear.Gradient, 0.6)
	}
	for i := range 5 {
		s := (float64(i) + 0.5) / 5
		saturating.Nodes = append(saturating.Nodes, s)
		saturating.NodeGradients = append(saturating.NodeGradients, sigmoid(s))
	}
	figure, err := plots.Integrand([]plots.IntegrandCurve{saturating, linear})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/integrand.png"))
	// Output: <nil>
}

func TestIntegrand(t *testing.T) {
	wellFormed(t)(plots.Integrand([]plots.IntegrandCurve{{Feature: "a<b", S: two, Gradient: two}}))
	refused(t, "0 values of NodeGradients")(plots.Integrand([]plots.IntegrandCurve{{S: one, Gradient: one, Nodes: one}}))
}
