package distribution_test

import (
	"fmt"

	"github.com/igbolab/igbolab/datasets/distribution"
)

// Names select a distribution, for example on a command line.
func ExampleFindDistribution() {
	fmt.Println(distribution.DistributionNames())
	fmt.Println(distribution.FindDistribution("ring").Name())
	// Output:
	// [curve ring moons ar]
	// ring
}
