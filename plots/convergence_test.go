package plots_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws noisy residuals that fall as k^−½ and as k^−1.
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
	wellFormed(t)(plots.Convergence([]plots.Residual{{Name: "r", Steps: []float64{1, 2, 3}, Residual: []float64{1, 0.5, 0}}}))
	refused(t, "the first residual")(plots.Convergence([]plots.Residual{{Steps: one, Residual: []float64{0}}}))
}

// TestConvergenceWithoutFit checks that the legend shows no slope for a curve with NoFit.
func TestConvergenceWithoutFit(t *testing.T) {
	flat := plots.Residual{Name: "flat", Steps: []float64{1, 2, 3, 4}, Residual: []float64{1, 1, 1, 1 - 1e-4}}
	for noFit, want := range map[bool]string{true: ">flat<", false: ">flat (slope 0)<"} {
		flat.NoFit = noFit
		figure, err := plots.Convergence([]plots.Residual{flat})
		if err != nil {
			t.Fatal(err)
		}
		if svg, err := figure.SVG(); err != nil || !strings.Contains(string(svg), want) {
			t.Errorf("no %q, %v", want, err)
		}
	}
}
