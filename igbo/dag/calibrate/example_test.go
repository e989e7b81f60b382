package calibrate_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/calibrate"
)

// The means of the two features differ by many standard errors, so every repetition finds the right
// edge.
func ExampleRun() {
	truth := calibrate.Truth{Means: []float64{0.6, 0.2}, Noise: 0.1}
	result, err := calibrate.Run(truth, 320, 20, dag.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("found %.0f %%, reversed %.0f %%\n", 100*result.Found, 100*result.Reversed)
	// Output: found 100 %, reversed 0 %
}
