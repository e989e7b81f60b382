package derivative

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// A decomposition rebuilds the outputs of an operation from operations that have derivatives of every order. An
// output without a derivative is nil. Values may differ at points where the operation has no derivative (ties).
type decomposition func(op *Node, in []*Node) []*Node

// pushDecomposed is the forward rule of an operation, applied to its decomposition.
func pushDecomposed(n *Node, l lead, build decomposition) pushforward {
	op := operation(n)
	y := build(op, op.Inputs())[outputIndex(n)]
	return l.each(func(dots []*Node) *Node { return JVP([]*Node{y}, op.Inputs(), dots)[0] })
}

// pullDecomposed is the backward rule of an operation, applied to its decomposition. It copies the inputs, so
// an input that depends on another one is not counted twice.
func pullDecomposed(build decomposition) VJP {
	return func(n *Node, v []*Node, _ shapes.Shape) []*Node {
		in := make([]*Node, len(n.Inputs()))
		for i, x := range n.Inputs() {
			in[i] = Identity(x)
		}
		var total *Node
		for i, y := range build(n, in) {
			if y != nil && y.DType().IsFloat() && v[i] != nil {
				product := ReduceAllSum(Mul(y, v[i]))
				if total != nil {
					product = Add(total, product)
				}
				total = product
			}
		}
		gradients := make([]*Node, len(in))
		var floats []*Node
		for _, x := range in {
			if x.DType().IsFloat() {
				floats = append(floats, x)
			}
		}
		for i, g := range Gradient(total, floats...) {
			gradients[slices.Index(in, floats[i])] = g
		}
		return gradients
	}
}

// reduceProduct multiplies the first half of the elements by the second half until one is left.
func reduceProduct(op *Node, in []*Node) []*Node {
	rest := op.Shape().Size()
	x := Reshape(TransposeAllAxes(in[0], before(gomlx.ReducedAxes(op), in[0].Rank())...), in[0].Shape().Size()/rest, rest)
	for x.Shape().Dim(0) > 1 {
		if x.Shape().Dim(0)%2 == 1 {
			x = Pad(x, ScalarOne(x.Graph(), x.DType()), PadAxis{End: 1}, PadAxis{})
		}
		half := x.Shape().Dim(0) / 2
		x = Mul(Slice(x, AxisRange(0, half)), Slice(x, AxisRange(half)))
	}
	return []*Node{Reshape(x, op.Shape().Dimensions...)}
}

// remainder computes a − q·b with the integer q held constant.
func remainder(op *Node, in []*Node) []*Node {
	a, b := in[0], in[1]
	q := StopGradient(Round(Div(Sub(a, op), b)))
	return []*Node{Sub(a, Mul(q, b))}
}
