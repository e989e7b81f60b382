package plots_test

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws the errors of models with long names. Two errors are near zero.
func ExampleDots() {
	figure, err := plots.Dots([]string{"posterior, order and signs", "ordered least squares", "IGBO", "ridge, fitted to all rows"}, []plots.BarSeries{
		{Name: "right order", Values: []float64{-0.15, -0.13, 0.002, 0}, Low: []float64{-0.2, -0.19, -0.03, 0}, High: []float64{-0.1, -0.06, 0.04, 0}},
		{Name: "shuffled order", Values: []float64{0.29, 0.2, 0.31, 0}, Low: []float64{0.09, 0.05, 0.1, 0}, High: []float64{0.58, 0.4, 0.6, 0}},
	}, plots.Title("A shuffled order harms"), plots.XLabel("change of the error"), plots.RuleX("no change", 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/dots.png"))
	// Output: <nil>
}

func TestDots(t *testing.T) {
	wellFormed(t)(plots.Dots([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", []float64{-1}, []float64{0.1})}))
	wellFormed(t)(plots.Dots([]string{"a", "b"}, []plots.BarSeries{{Name: "m", Values: two}}))
	refused(t, "no categories (want at least one")(plots.Dots(nil, nil))
	refused(t, "no series")(plots.Dots([]string{"a"}, nil))
	refused(t, `2 values of series 0 ("m"), want 1, one for each category`)(plots.Dots([]string{"a"}, []plots.BarSeries{{Name: "m", Values: two}}))
	refused(t, "[2, 0], must contain 1")(plots.Dots([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", one, []float64{-1})}))
}
