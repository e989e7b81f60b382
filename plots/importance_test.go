package plots_test

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws the importance of six features for three models, with the standard deviation
// over seeds.
func ExampleImportanceBars() {
	features := []string{"x1", "x2", "x3", "x4", "x5", "x6"}
	figure, err := plots.ImportanceBars(features, []plots.BarSeries{
		plots.PlusMinus("teacher", []float64{0.31, 0.22, 0.18, 0.12, 0.10, 0.07}, []float64{0.02, 0.02, 0.01, 0.02, 0.01, 0.01}),
		plots.PlusMinus("baseline", []float64{0.21, 0.25, 0.11, 0.19, 0.14, 0.10}, []float64{0.05, 0.06, 0.03, 0.05, 0.03, 0.04}),
		plots.PlusMinus("IGBO", []float64{0.30, 0.21, 0.17, 0.14, 0.11, 0.07}, []float64{0.03, 0.02, 0.02, 0.02, 0.02, 0.02}),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/importance.png"))
	// Output: <nil>
}

func TestImportanceBars(t *testing.T) {
	wellFormed(t)(plots.ImportanceBars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{0}}}))
	refused(t, `importance: value 0 of series 0 ("m") is NaN`)(plots.ImportanceBars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{nan}}}))
}
