package samples_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/samples"
)

// A table of three rows becomes data in standardised units.
func ExampleTabular() {
	data, err := samples.Tabular([]string{"age", "income"}, [][]float64{{20, 1}, {40, 3}, {60, 5}}, []float64{1, 2, 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	units, scaled, err := samples.Standardize(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("means %.0f, scales %.2f\n", units.Shift, units.Scale)
	fmt.Printf("age in units of its scale: %.2f\n", scaled.View(nil).Column(nil, 0))
	// Output:
	// means [40 3], scales [16.33 1.63]
	// age in units of its scale: [-1.22 0.00 1.22]
}
