package routing_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/routing"
)

// Read the committed result on the distribution ring. Valid is the share of a path that stays in the data. The error is that of
// the attributions along the path.
func ExampleReported() {
	r, err := routing.Reported()
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range r.Overview().Rows {
		fmt.Printf("%s: valid %s, error %s\n", row[0], row[3], row[4])
	}
	// Output:
	// straight: valid 0.60, error 0.166
	// straight, 8 baselines: valid 0.58, error 0.105
	// kNN geodesic: valid 0.99, error 0.137
	// relaxed anchors: valid 1.00, error 0.131
	// oracle: valid 0.98, error 0.131
}
