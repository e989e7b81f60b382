package plots_test

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws error ratios to the unconstrained model, with bootstrap intervals. The names
// are too long to fit side by side, so Bars rotates them.
func ExampleBars() {
	figure, err := plots.Bars([]string{"P(½), raw, cold", "P(½), normalised, warm", "feasibility first", "order only", "rank-weighted ridge"}, []plots.BarSeries{
		{Name: "n = 16", Values: []float64{0.67, 0.50, 0.32, 0.45, 0.33},
			Low: []float64{0.59, 0.41, 0.22, 0.34, 0.25}, High: []float64{0.75, 0.61, 0.46, 0.61, 0.44}},
		{Name: "n = 32", Values: []float64{0.75, 0.62, 0.48, 0.58, 0.47},
			Low: []float64{0.68, 0.55, 0.39, 0.49, 0.40}, High: []float64{0.82, 0.70, 0.59, 0.70, 0.55}},
	}, plots.Title("Excess risk / unconstrained"), plots.YLabel("ratio"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/bars.png"))
	// Output: <nil>
}

func TestBars(t *testing.T) {
	wellFormed(t)(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", []float64{-1}, []float64{0.1})}))
	refused(t, "no categories (want at least one)")(plots.Bars(nil, nil))
	refused(t, "no series")(plots.Bars([]string{"a"}, nil))
	refused(t, `2 values of series 0 ("m"), want 1, one for each category`)(plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: two}}))
	refused(t, "2 values of Low")(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", one, two)}))
	refused(t, "[2, 0], must contain 1")(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", one, []float64{-1})}))
}
