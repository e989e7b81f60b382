package rivals_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/rivals"
)

// Read the committed result for 16 samples with the right order. The number is the error of a method divided by that of ridge
// regression, with its 95 % interval.
func ExampleResult_At() {
	r, err := study.Reported[*rivals.Result](rivals.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, method := range []string{"LLM-Lasso", "importance constraints, row by row", "rank-weighted ridge", "posterior, order"} {
		ratio, _ := r.At("few samples", method, "ridge")
		fmt.Println(method, ratio.Text("%.2f"))
	}
	// Output:
	// LLM-Lasso 0.64 [0.55, 0.72]
	// importance constraints, row by row 0.67 [0.59, 0.75]
	// rank-weighted ridge 0.52 [0.45, 0.60]
	// posterior, order 0.26 [0.23, 0.30]
}
