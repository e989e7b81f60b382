package plots_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// Fifty batch means of s_u − s_v and the rule at α = 0.7.
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
	cmpimg.CheckPlotApprox(ExampleDensity, t, goldenDelta, "density.png")
}
