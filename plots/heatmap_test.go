package plots_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// This example draws attributions next to the ground truth. One feature matters only within a time
// window.
func ExampleHeatMap() {
	truth, found := mat.NewDense(24, 4, nil), mat.NewDense(24, 4, nil)
	for t := range 24 {
		for k := range 4 {
			v := 0.0
			if k == 1 && t >= 6 && t < 12 {
				v = 0.8
			}
			if k == 2 && t >= 15 {
				v = -0.5
			}
			truth.Set(t, k, v)
			found.Set(t, k, 0.85*v+0.12*math.Sin(float64(7*t+3*k)))
		}
	}
	figure, err := plots.HeatMap([]string{"x1", "x2", "x3", "x4"}, []plots.Attribution{
		{Name: "ground truth", Values: truth},
		{Name: "attribution", Values: found},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/heatmap.png"))
	// Output: <nil>
}

func TestHeatMap(t *testing.T) {
	wellFormed(t)(plots.HeatMap([]string{"a", "b"}, []plots.Attribution{{Values: mat.NewDense(3, 2, nil)}}))
	refused(t, "value 0 of the colour limit is 0, want a positive number")(plots.HeatMap([]string{"a"}, []plots.Attribution{{Values: mat.NewDense(1, 1, nil)}}, plots.ColorLimit(0)))
	refused(t, "no maps")(plots.HeatMap([]string{"a"}, nil))
	refused(t, "has no values, want a matrix")(plots.HeatMap([]string{"a"}, []plots.Attribution{{Name: "m"}}))
	refused(t, "has 2 columns, want one for each of 1 features")(plots.HeatMap([]string{"a"}, []plots.Attribution{{Values: mat.NewDense(1, 2, nil)}}))
	refused(t, "value 0 of time step 0 of map 0")(plots.HeatMap([]string{"a"}, []plots.Attribution{{Values: mat.NewDense(1, 1, []float64{nan})}}))
}

// TestColorLimit checks that a value has the same colour in two maps with one limit, and that cells
// with a negative value have a minus sign.
func TestColorLimit(t *testing.T) {
	svg := func(first, second float64, opts ...plots.Option) string {
		figure, err := plots.HeatMap([]string{"a"}, []plots.Attribution{{Values: mat.NewDense(2, 1, []float64{first, second})}}, opts...)
		if err != nil {
			t.Fatal(err)
		}
		data, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const one = "fill:#EE9A55" // half of the scale
	if !strings.Contains(svg(1, 2), one) || !strings.Contains(svg(1, 0.5, plots.ColorLimit(2)), one) {
		t.Error("1 of 2 has not the colour of the middle")
	}
	if plus, minus := strings.Count(svg(1, 2), "<path"), strings.Count(svg(-1, 2), "<path"); minus != plus+1 {
		t.Errorf("%d paths with a negative cell and %d without, want one more", minus, plus)
	}
}
