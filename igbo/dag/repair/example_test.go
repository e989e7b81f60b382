package repair_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag/repair"
)

// The cycle 0 → 1 → 2 → 0 becomes acyclic without its lightest arc.
func ExampleFeedbackArcSet() {
	arcs := []repair.Arc{{U: 0, V: 1, Weight: 0.4}, {U: 1, V: 2, Weight: 0.1}, {U: 2, V: 0, Weight: 0.3}}
	drop, exact := repair.FeedbackArcSet(3, arcs)
	fmt.Println("remove:", drop, "minimal:", exact)
	// Output: remove: [1] minimal: true
}
