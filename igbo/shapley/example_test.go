package shapley_test

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/shapley"
)

// The function a·b has only an interaction, so both features get half of f(x) − f(background).
func ExampleSampled() {
	product := func(_ context.Context, rows [][]float64) ([]float64, error) {
		y := make([]float64, len(rows))
		for i, row := range rows {
			y[i] = row[0] * row[1]
		}
		return y, nil
	}
	rows, background := [][]float64{{3, 2}}, [][]float64{{0, 0}}
	players := [][]int{{0}, {1}}
	found, err := shapley.Sampled(context.Background(), product, rows, background, players, shapley.DefaultSampling(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("φ = %.1f, base %.0f\n", found.Values, found.Base)
	// Output: φ = [3.0 3.0], base 0
}
