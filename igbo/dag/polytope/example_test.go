package polytope_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag/polytope"
)

// An expert states that age matters more than income, and income more than the postcode. The
// example computes the expected shares, and an interval for one difference.
func ExampleNew() {
	p, err := polytope.New(3, [][2]int{{0, 1}, {1, 2}}, polytope.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("shares %.3f\n", p.Mean())
	epsilon, delta := p.Interval(0, 2, polytope.DefaultWidth)
	fmt.Printf("the first is above the last by %.3f to %.3f\n", epsilon, delta)
	// Output:
	// shares [0.611 0.278 0.111]
	// the first is above the last by 0.398 to 0.602
}
