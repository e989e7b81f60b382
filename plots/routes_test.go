package plots_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// parabola draws random points along x₂ = x₁² − 1.
func parabola(n int) plots.Cloud {
	source := rand.New(rand.NewPCG(1, 2))
	var data plots.Cloud
	for range n {
		x := 3*source.Float64() - 1.5
		data.X, data.Y = append(data.X, x), append(data.Y, x*x-1+0.1*source.NormFloat64())
	}
	return data
}

// This example draws two paths over data along a curve, and the estimates of three networks along
// each path.
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
	routes := func(data plots.Cloud, r plots.Route) (*plots.Chart, error) {
		return plots.Routes(data, []plots.Route{r}, plots.Quantities{Names: []string{"a"}, Truth: one})
	}
	refused(t, "1 values of Y of the data, want 2")(routes(plots.Cloud{X: two, Y: one}, plots.Route{X: two, Y: two}))
	refused(t, "each axis must have at least two different values")(routes(plots.Cloud{X: two, Y: []float64{1, 1}}, plots.Route{X: two, Y: two}))
	refused(t, `route 0 ("r") has 1 points, want at least 2`)(routes(plots.Cloud{X: two, Y: two}, plots.Route{Name: "r", X: one, Y: one}))
	refused(t, `no Estimates of route 0 ("r")`)(routes(plots.Cloud{X: two, Y: two}, plots.Route{Name: "r", X: two, Y: two}))
	refused(t, `2 values of Estimates 0 of route 0 (""), want 1`)(routes(plots.Cloud{X: two, Y: two}, plots.Route{X: two, Y: two, Estimates: [][]float64{two}}))
}

// This example draws two descents in a plane of two weights, and the region in which an order is
// satisfied.
func ExampleDescents() {
	loss := func(x, y float64) float64 { return (x-1)*(x-1) + 2*(y-1.5)*(y-1.5) }
	kept := func(x, y float64) bool { return x > 2*y }
	routes := []plots.Route{
		{Name: "stays", X: []float64{0.2, 0.7, 1}, Y: []float64{2.1, 1.8, 1.5}},
		{Name: "arrives", X: []float64{0.2, 0.9, 1.6}, Y: []float64{0.1, 0.5, 0.8}},
	}
	figure, err := plots.Descents(loss, kept, routes, plots.XRange(0, 2), plots.YRange(0, 2.5))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/descents.png"))
	// Output: <nil>
}

func TestDescents(t *testing.T) {
	flat := func(float64, float64) float64 { return 1 }
	none := func(float64, float64) bool { return false }
	for want, opts := range map[string][]plots.Option{
		"plots: descents: the ranges of the axes are not set (use XRange and YRange)":         nil,
		"plots: descents: the loss has no contours: it is not finite, or the same everywhere": {plots.XRange(0, 1), plots.YRange(0, 1)},
	} {
		if _, err := plots.Descents(flat, none, nil, opts...); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
