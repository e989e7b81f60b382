package plots_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/plots"
)

// This example draws fifty batch means of s_u − s_v and the edge rule at α = 0.7.
func ExampleDensity() {
	source := rand.New(rand.NewPCG(1, 2))
	means := make([]float64, 50)
	for i := range means {
		means[i] = 0.04 + 0.05*source.NormFloat64()
	}
	mu, sigma := stat.MeanStdDev(means, nil)
	figure, err := plots.Density(plots.Difference{U: "x1", V: "x2", Values: means, Mu: mu, Sigma: sigma}, 0.7)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/density.png"))
	// Output: <nil>
}

func TestDensity(t *testing.T) {
	wellFormed(t)(plots.Density(plots.Difference{U: "a", V: "b", Mu: -1, Sigma: 0.1}, 0.5))
	refused(t, "Sigma is 0, want a positive number")(plots.Density(plots.Difference{Mu: 0, Sigma: 0}, 0.7))
	refused(t, "α must be in [0.5, 1), got 1")(plots.Density(plots.Difference{Sigma: 1}, 1))
	refused(t, "value 0 of the differences is NaN")(plots.Density(plots.Difference{Sigma: 1, Values: []float64{nan}}, 0.7))
}
