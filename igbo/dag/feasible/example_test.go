package feasible_test

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag/feasible"
)

// Group 0 requires a − b ≥ 0.1, and group 1 requires b − a ≥ 0.2. Both cannot be satisfied.
func ExampleContradiction() {
	system := feasible.System{N: 2, Lo: -1, Hi: 1, Norm: math.Inf(1), Constraints: []feasible.Constraint{
		{P: 0, Q: 1, Least: 0.1, Group: 0},
		{P: 1, Q: 0, Least: 0.2, Group: 1},
	}}
	verdict := feasible.Solve(system)
	fmt.Println("feasible:", verdict.Feasible)
	core := feasible.Contradiction(system, verdict.Proof)
	fmt.Println("contradictory groups:", core.Groups)
	// Output:
	// feasible: false
	// contradictory groups: [0 1]
}
