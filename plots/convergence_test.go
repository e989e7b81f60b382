package plots_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// Residuals that fall as k^−½ and as k^−1 with noise.
func ExampleConvergence() {
	source := rand.New(rand.NewPCG(7, 8))
	curves := []plots.Residual{{Name: "non-convex"}, {Name: "convex"}}
	for i := range curves {
		for k := 1; k <= 2000; k++ {
			noise := math.Exp(0.15 * source.NormFloat64())
			curves[i].Steps = append(curves[i].Steps, float64(k))
			curves[i].Residual = append(curves[i].Residual, noise*math.Pow(float64(k), -0.5*float64(i+1)))
		}
	}
	figure, err := plots.Convergence(curves)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/convergence.png"))
	// Output: <nil>
}

func TestConvergence(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleConvergence, t, goldenDelta, "convergence.png")
}
