package studytest_test

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/noise"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// Check in a test of a study that its counts are bounded: Keys sets them to 0, −1 and very large numbers, and each must return
// an error. Digests lists the digests of the cells, one for each case and standard deviation.
func ExampleKeys() {
	t := new(testing.T) // in a test, use its parameter
	studytest.Keys(t, noise.DefaultConfig, "draws")
	fmt.Println("failed:", t.Failed())
	fmt.Println("cells:", len(studytest.Digests(t, noise.DefaultConfig())))
	// Output:
	// failed: false
	// cells: 24
}
