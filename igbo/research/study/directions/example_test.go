package directions_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/directions"
)

// Read the committed result. The number is the error of the posterior under order and directions, divided by that of the
// posterior under directions alone, with its 95 % interval. It is below 1 if the order adds something.
func ExampleResult_Over() {
	r, err := study.Reported[*directions.Result](directions.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"8 rows", "128 rows", "one pair exchanged", "two pairs exchanged"} {
		added, _ := r.Over(name, "posterior, directions")
		fmt.Println(name, added.Ratio.Text("%.2f"))
	}
	// Output:
	// 8 rows 0.86 [0.82, 0.90]
	// 128 rows 0.98 [0.98, 0.98]
	// one pair exchanged 1.02 [0.99, 1.04]
	// two pairs exchanged 1.13 [1.10, 1.16]
}
