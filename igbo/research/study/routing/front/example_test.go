package front_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/routing"
	"github.com/igbolab/igbolab/igbo/research/study/routing/front"
)

// Read the committed result. For each rule on the distribution ring, print the share of the path in the data at its best λ, and
// the length there; the straight line has the length 1.
func ExampleResult_Tables() {
	all, err := routing.Reported()
	if err != nil {
		log.Fatal(err)
	}
	r := all.Front.With(front.DefaultConfig())
	for _, row := range r.Tables()[0].Rows {
		if row[0] == "ring" {
			fmt.Printf("%s: valid %s, length %s\n", row[1], row[2], row[4])
		}
	}
	// Output:
	// straight line: valid 0.548 [0.485, 0.612], length 1.000
	// paper: valid 0.831 [0.784, 0.878], length 1.055 [1.045, 1.065]
	// weighted-sum: valid 0.937 [0.904, 0.970], length 1.116 [1.094, 1.138]
	// feasibility-first: valid 0.945 [0.920, 0.971], length 1.104 [1.085, 1.123]
	// rescaled feasibility-first: valid 0.941 [0.907, 0.974], length 1.102 [1.085, 1.118]
}
