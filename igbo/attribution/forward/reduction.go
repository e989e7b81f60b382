package forward

import (
	. "github.com/gomlx/gomlx/core/graph"
)

// reductionRules are sums, extrema and pooled sums over axes.
var reductionRules = map[NodeType]rule{
	NodeTypeReduceSum: linear(func(n, dot *Node, l lead) *Node {
		return ReduceSum(dot, l.axes(reducedAxes(n)...)...)
	}),
	NodeTypeReduceMax:    {Selecting, extremum},
	NodeTypeReduceMin:    {Selecting, extremum},
	NodeTypeReduceWindow: {Selecting, reduceWindow},
}

// reducedAxes lists the axes of a reduction; GoMLX stores none for all.
func reducedAxes(n *Node) []int {
	axes := intsSetting(n, "axes")
	if len(axes) == 0 {
		for i := range n.Inputs()[0].Rank() {
			axes = append(axes, i)
		}
	}
	return axes
}

// extremum sums the tangents of the elements that attain the extremum, all
// ties, as the transpose of GoMLX's gradient.
func extremum(n *Node, l lead) pushforward {
	x, axes := n.Inputs()[0], reducedAxes(n)
	if len(axes) == 0 { // a scalar reduces to itself
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
