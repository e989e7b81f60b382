package compression_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/compression"
)

// Read the committed result for students with 8 units. The number is the error of a student divided by that of the student that
// only learned from labels, with its 95 % interval.
func ExampleReported() {
	r, err := compression.Reported()
	if err != nil {
		log.Fatal(err)
	}
	centre := r.Find("centre")
	for _, method := range []string{"labels, then order only", "distillation alone", "distillation alone, then order only"} {
		fmt.Println(method, centre.Find("8 units", method).Beside.Over().Text("%.2f"))
	}
	// Output:
	// labels, then order only 0.87 [0.79, 0.95]
	// distillation alone 0.64 [0.51, 0.77]
	// distillation alone, then order only 0.56 [0.46, 0.66]
}
