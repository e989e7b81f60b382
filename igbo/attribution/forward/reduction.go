package forward

import (
	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/node"
	"github.com/igbolab/igbolab/igbo/attribution/vjp"
)

// reductionRules are sums, extrema and pooled sums over axes.
var reductionRules = map[NodeType]rule{
	NodeTypeReduceSum: linear(func(n, dot *Node, l lead) *Node {
		return ReduceSum(dot, l.axes(node.ReducedAxes(n)...)...)
	}),
	NodeTypeReduceMax:    {Selecting, extremum},
	NodeTypeReduceMin:    {Selecting, extremum},
	NodeTypeReduceWindow: {Selecting, reduceWindow},
}

// extremum sums the tangents of the elements that attain the extremum, all
// ties, as the transpose of GoMLX's gradient.
func extremum(n *Node, l lead) pushforward {
	x, axes := n.Inputs()[0], node.ReducedAxes(n)
	if len(axes) == 0 { // a scalar reduces to itself
		return func(dots []*Node) *Node { return dots[0] }
	}
	kept := x.Shape().Clone().Dimensions
	for _, a := range axes {
		kept[a] = 1
	}
	attains := vjp.Indicator(Equal(x, BroadcastToShape(Reshape(n, kept...), x.Shape())), x)
	return func(dots []*Node) *Node {
		return ReduceSum(l.scale(dots[0], attains), l.axes(axes...)...)
	}
}

// reduceWindow covers vjp.Pooled sums by the operation itself, hence means, and
// extrema and products by their taps.
func reduceWindow(n *Node, l lead) pushforward {
	if compute.ReduceOpType(node.Int(n, "reductionType")) != compute.ReduceOpSum {
		return pushDecomposed(n, l, vjp.Pooled)
	}
	return l.each(func(dots []*Node) *Node { return n.CloneWithInputs(dots[0]) })
}

// pushDecomposed is the rule of an operation through its decomposition.
func pushDecomposed(n *Node, l lead, build vjp.Decomposition) pushforward {
	op := operation(n)
	y := build(op, op.Inputs())[outputIndex(n)]
	return l.each(func(dots []*Node) *Node { return JVP([]*Node{y}, op.Inputs(), dots)[0] })
}
