package limits_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Check the trainings of a study before it starts: 15 students with 120 epochs of 1000 samples, and the same with too many
// epochs. Then estimate the memory of the scores of 1000 samples.
func ExampleSteps() {
	fmt.Println(limits.Steps(15, 120, 1000, 32))
	fmt.Println(limits.Steps(15, 1e9, 1000, 32))
	need := limits.Path(attribution.DefaultConfig(), 1000, 50, 1)
	fmt.Printf("%s: %.0f MB\n", need.What, need.Bytes/1e6)
	// Output:
	// <nil>
	// study: 1000000000 epochs of 32 steps are too many: 4.8e+11 in total (max 1e+11)
	// M = 20 quadrature points for 1000 samples at once: 16 MB
}
