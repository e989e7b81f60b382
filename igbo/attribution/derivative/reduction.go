package derivative

import (
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// extremumForward sums the tangents of all elements that attain the extremum. It is the transpose of GoMLX's
// gradient.
func extremumForward(n *Node, l lead) pushforward {
	x, axes := n.Inputs()[0], gomlx.ReducedAxes(n)
	if len(axes) == 0 { // a scalar is returned unchanged
		return func(dots []*Node) *Node { return dots[0] }
	}
	kept := x.Shape().Clone().Dimensions
	for _, a := range axes {
		kept[a] = 1
	}
	attains := indicator(Equal(x, BroadcastToShape(Reshape(n, kept...), x.Shape())), x)
	return func(dots []*Node) *Node {
		return ReduceSum(l.scale(dots[0], attains), l.axes(axes...)...)
	}
}
