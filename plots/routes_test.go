package plots_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/igbolab/igbolab/plots"
)

// parabola draws points along x₂ = x₁² − 1.
func parabola(n int) plots.Cloud {
	source := rand.New(rand.NewPCG(1, 2))
	var data plots.Cloud
	for range n {
		x := 3*source.Float64() - 1.5
		data.X, data.Y = append(data.X, x), append(data.Y, x*x-1+0.1*source.NormFloat64())
	}
	return data
}

// Two paths over data along a curve, and what three networks say along each.
func ExampleRoutes() {
	routes := []plots.Route{
		{Name: "straight", X: []float64{-1.4, 0.6}, Y: []float64{0.96, -0.64}, Estimates: [][]float64{{0.5, -2}, {-0.1, -1.4}, {0.3, -1.8}}},
		{
			Name: "through anchors", X: []float64{-1.4, -1, -0.5, 0, 0.6}, Y: []float64{0.96, 0, -0.75, -1, -0.64},
			Estimates: [][]float64{{0.2, -1.7}, {0.1, -1.6}, {0.15, -1.65}},
		},
	}
	of := plots.Quantities{Names: []string{"x1", "x2"}, Truth: []float64{0.1, -1.6}}
	figure, err := plots.Routes(parabola(2000), routes, of, plots.XLabel("x1"), plots.YLabel("x2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/routes.png"))
	// Output: <nil>
}

func TestRoutes(t *testing.T) {
	cmpimg.CheckPlotApprox(ExampleRoutes, t, goldenDelta, "routes.png")
}
