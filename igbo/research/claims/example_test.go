package claims_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/claims"
)

// The reason of a claim quotes a number by its key, and the outcome requires the number to be in a range.
func ExampleClaim_Check() {
	half := claims.Number{Key: "half", Name: "one half", Compute: func() float64 { return 0.5 }, Format: "%.1f", Need: claims.Need{Low: 0, High: 1}}
	c := claims.Claim{ID: "halves", Outcome: claims.Holds, Why: "One half is {half}.", Numbers: []claims.Number{half}}
	fmt.Println(c.Reason())
	fmt.Println(c.Check())
	c.Numbers[0].Need = claims.Need{Low: 0.6, High: 1}
	fmt.Println(c.Check())
	// Output:
	// One half is 0.5. <nil>
	// <nil>
	// claims: halves: one half is 0.5, and the verdict "holds" needs 0.6 … 1
}
