package derivative

import (
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// TestUnfuse checks that Unfuse keeps the values and leaves no fused operation between x and y.
func TestUnfuse(t *testing.T) {
	for _, c := range opCases() {
		fused := false
		out := backendtest.Evaluate(t, func(in []*Node) []*Node {
			y := c.f(in)
			plain := Unfuse(y, in...)
			for _, n := range mustBetween([]*Node{y}, in) {
				fused = fused || gomlx.Decomposed(n) != nil
			}
			for _, n := range mustBetween([]*Node{plain}, in) {
				if gomlx.Decomposed(n) != nil {
					t.Errorf("%s: %s is left", c.name, n.Type())
				}
			}
			if !fused && plain != y {
				t.Errorf("%s: built again without need", c.name)
			}
			return []*Node{y, plain}
		}, tensors64(c.in(generator(1)))...)
		near(t, c.name, out[0], out[1], 1e-12)
	}
}
