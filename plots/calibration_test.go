package plots_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws the false-edge rates of two estimators, with intervals.
func ExampleCalibration() {
	nominal := []float64{0.05, 0.1, 0.2, 0.3, 0.4, 0.5}
	between := plots.Line{Name: "between batches", X: nominal}
	permutation := plots.Line{Name: "permutation", X: nominal}
	for _, x := range nominal {
		between.Y = append(between.Y, math.Sqrt(x)*0.7)
		between.Low, between.High = append(between.Low, math.Sqrt(x)*0.65), append(between.High, math.Sqrt(x)*0.75)
		permutation.Y = append(permutation.Y, x*1.02)
		permutation.Low, permutation.High = append(permutation.Low, x*0.9), append(permutation.High, x*1.12)
	}
	figure, err := plots.Calibration([]plots.Line{between, permutation})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/calibration.png"))
	// Output: <nil>
}

func TestCalibration(t *testing.T) {
	wellFormed(t)(plots.Calibration([]plots.Line{{Name: "e", X: []float64{0, 1}, Y: []float64{0, 1}}}))
	refused(t, "want a rate in [0, 1]")(plots.Calibration([]plots.Line{{Name: "e", X: one, Y: []float64{1.5}}}))
}
