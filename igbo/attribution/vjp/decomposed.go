package vjp

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/node"
)

// Decomposition builds the outputs of an operation again, from inputs, by
// operations that have every derivative; nil for outputs without one. Values at
// points where the operation has no derivative (ties) need not agree.
type Decomposition func(op *Node, in []*Node) []*Node

// Decompositions are the operations that are differentiated through others, in
// both modes.
var Decompositions = map[NodeType]Decomposition{
	NodeTypeReduceProduct:         reduceProduct,
	NodeTypeRem:                   remainder,
	NodeTypeSort:                  sorted,
	NodeTypeScatterMax:            scatterExtremum,
	NodeTypeScatterMin:            scatterExtremum,
	NodeTypeBatchNormForInference: batchNormForInference,
	NodeTypeBatchNormForTraining:  batchNormForTraining,
}

// pullDecomposed is the VJP of an operation through its decomposition. The
// inputs are copied, so that one that depends on another counts once.
func pullDecomposed(build Decomposition) VJP {
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

// reduceProduct multiplies the first half by the second until one is left.
func reduceProduct(op *Node, in []*Node) []*Node {
	rest := op.Shape().Size()
	x := Reshape(TransposeAllAxes(in[0], before(node.ReducedAxes(op), in[0].Rank())...), in[0].Shape().Size()/rest, rest)
	for x.Shape().Dim(0) > 1 {
		if x.Shape().Dim(0)%2 == 1 {
			x = Pad(x, ScalarOne(x.Graph(), x.DType()), PadAxis{End: 1}, PadAxis{})
		}
		half := x.Shape().Dim(0) / 2
		x = Mul(Slice(x, AxisRange(0, half)), Slice(x, AxisRange(half)))
	}
	return []*Node{Reshape(x, op.Shape().Dimensions...)}
}

// remainder is a − q·b, with the whole number q constant.
func remainder(op *Node, in []*Node) []*Node {
	a, b := in[0], in[1]
	q := StopGradient(Round(Div(Sub(a, op), b)))
	return []*Node{Sub(a, Mul(q, b))}
}

// scatterExtremum passes operands and updates that reach the result.
func scatterExtremum(op *Node, in []*Node) []*Node {
	operand, indices, updates := in[0], in[1], in[2]
	y := StopGradient(op)
	kept := Indicator(Equal(y, operand), operand)
	reached := Indicator(Equal(Gather(y, indices), updates), updates)
	return []*Node{ScatterSum(Mul(operand, kept), indices, Mul(updates, reached), false, false)}
}

// sorted takes the elements by the permutation that sorting made. Whatever the
// comparator, that follows from the values before and after: p and q put both
// into ascending order, so that element q_j of the result was element p_j.
func sorted(op *Node, in []*Node) []*Node {
	axis := node.Int(op, "axis")
	key := slices.IndexFunc(in, func(x *Node) bool { return x.DType().IsFloat() })
	comparator := node.Function(op, "comparator")
	outputs := make([]*Node, len(in))
	y := SortFunc(comparator, axis, node.Setting(op, "isStable").Bool(), in...)[key]
	p, q := ascending(in[key], axis), ascending(y, axis)
	from := SortFunc(lessThan(q, 2), axis, true, q, p)[1]
	outputs[key] = takeAlong(in[key], from, axis)
	return outputs
}

// ascending returns the indices of x in ascending order along an axis.
func ascending(x *Node, axis int) *Node {
	indices := Iota(x.Graph(), shapes.Make(dtypes.Int32, x.Shape().Dimensions...), axis)
	x = StopGradient(Identity(x))
	return SortFunc(lessThan(x, 2), axis, true, x, indices)[1]
}

// lessThan compares the first of several values of the dtypes of x and Int32.
func lessThan(x *Node, values int) *Function {
	return NewClosure(x.Graph(), func(g *Graph) []*Node {
		a, b := Parameter(g, "a", shapes.Make(x.DType())), Parameter(g, "b", shapes.Make(x.DType()))
		for range values - 1 {
			Parameter(g, "other_a", shapes.Make(dtypes.Int32))
			Parameter(g, "other_b", shapes.Make(dtypes.Int32))
		}
		return []*Node{LessThan(a, b)}
	})
}
