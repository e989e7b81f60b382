package example_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/routing"
	"github.com/igbolab/igbolab/igbo/research/study/routing/example"
)

// Read the committed result. Valid is the share of a path that stays in the data, and the error is that of the attribution of x1
// over eight networks. With more anchors, the oracle's path has less error.
func ExampleResult_Error() {
	all, err := routing.Reported()
	if err != nil {
		log.Fatal(err)
	}
	r := all.Example.With(example.DefaultConfig())
	for _, route := range r.Routes {
		fmt.Printf("%s: valid %.2f, error %.2f\n", route.Name, route.Valid, r.Error(route, 0))
	}
	// Output:
	// straight: valid 0.16, error 0.23
	// oracle, K = 1: valid 0.92, error 0.25
	// oracle, K = 2: valid 1.00, error 0.19
	// oracle, K = 4: valid 1.00, error 0.13
	// oracle, K = 8: valid 1.00, error 0.10
	// along the curve: valid 1.00, error 0.09
}
