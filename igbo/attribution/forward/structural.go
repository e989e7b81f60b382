package forward

import (
	"slices"
	"sync"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/node"
)

// structuralRules are linear operations that move, repeat or choose elements.
var structuralRules = map[NodeType]rule{
	NodeTypeIdentity:          {Linear, func(*Node, lead) pushforward { return func(d []*Node) *Node { return d[0] } }},
	NodeTypeSchedulingBarrier: {Linear, func(*Node, lead) pushforward { return func(d []*Node) *Node { return d[0] } }},
	NodeTypeOptimizationBarrier: {Linear, func(n *Node, _ lead) pushforward {
		return func(d []*Node) *Node { return d[outputIndex(n)] }
	}},
	NodeTypeReshape: linear(func(n, dot *Node, l lead) *Node { return Reshape(dot, l.dims(n.Shape().Dimensions...)...) }),
	NodeTypeTranspose: linear(func(n, dot *Node, l lead) *Node {
		return TransposeAllAxes(dot, append([]int{0}, l.axes(node.Ints(n, "permutation")...)...)...)
	}),
	NodeTypeBroadcastInDim: linear(broadcastBatched),
	NodeTypeSlice:          linear(sliceBatched),
	NodeTypeReverse: linear(func(n, dot *Node, l lead) *Node {
		return Reverse(dot, l.axes(node.Ints(n, "axes")...)...)
	}),
	NodeTypeCumSum: linear(func(n, dot *Node, l lead) *Node {
		return CumSum(dot, l.axes(node.Int(n, "axis"))[0], node.CumSum(n))
	}),
	NodeTypeConvertDType: {Linear, func(n *Node, _ lead) pushforward {
		return func(d []*Node) *Node { return ConvertDType(d[0], n.DType()) }
	}},
	NodeTypeConcatenate:        {Linear, concatenate},
	NodeTypePad:                {Linear, pad},
	NodeTypeWhere:              {Selecting, where},
	NodeTypeGather:             {Linear, func(n *Node, l lead) pushforward { return l.each(repeatFirst(n)) }},
	NodeTypeDynamicSlice:       {Linear, func(n *Node, l lead) pushforward { return l.each(repeatFirst(n)) }},
	NodeTypeDynamicUpdateSlice: {Linear, func(n *Node, l lead) pushforward { return l.each(repeatTwo(n)) }},
	NodeTypeScatterSum:         {Linear, func(n *Node, l lead) pushforward { return l.each(scatterSum(n)) }},
}

// linear makes the rule of a linear operation of one input: the operation on
// the tangent. batched builds it past the leading axis.
func linear(batched func(n, dot *Node, l lead) *Node) rule {
	return rule{Linear, func(n *Node, l lead) pushforward {
		if !l.batched {
			return func(dots []*Node) *Node { return n.CloneWithInputs(dots[0]) }
		}
		return func(dots []*Node) *Node { return batched(n, dots[0], l) }
	}}
}

// repeatFirst is a linear operation of its first input, the others (indices) fixed.
func repeatFirst(n *Node) pushforward {
	return func(dots []*Node) *Node {
		return n.CloneWithInputs(append([]*Node{dots[0]}, n.Inputs()[1:]...)...)
	}
}

// repeatTwo is a linear operation of its first two inputs together, the others fixed.
func repeatTwo(n *Node) pushforward {
	return func(dots []*Node) *Node {
		in := slices.Clone(n.Inputs())
		in[0], in[1] = orZeros(dots[0], in[0], lead{}), orZeros(dots[1], in[1], lead{})
		return n.CloneWithInputs(in...)
	}
}

// broadcastBatched is BroadcastInDim past the leading axis.
func broadcastBatched(n, dot *Node, l lead) *Node {
	dims := slices.Repeat([]int{1}, n.Rank())
	for from, to := range node.Ints(n, "broadcastAxes") {
		dims[to] = n.Inputs()[0].Shape().Dim(from)
	}
	return l.fit(Reshape(dot, l.dims(dims...)...), n)
}

// sliceBatched is Slice past the leading axis.
func sliceBatched(n, dot *Node, _ lead) *Node {
	starts, limits, strides := node.Ints(n, "starts"), node.Ints(n, "limits"), node.Ints(n, "strides")
	specs := []SliceAxisSpec{AxisRange()}
	for i := range starts {
		spec := AxisRange(starts[i], limits[i])
		if i < len(strides) && strides[i] > 1 {
			spec = spec.Stride(strides[i])
		}
		specs = append(specs, spec)
	}
	return Slice(dot, specs...)
}

// concatenate joins tangents, zeros where an operand has none.
func concatenate(n *Node, l lead) pushforward {
	axis := l.axes(node.Int(n, "axis"))[0]
	return func(dots []*Node) *Node {
		parts := make([]*Node, len(dots))
		for i, dot := range dots {
			parts[i] = orZeros(dot, n.Inputs()[i], l)
		}
		return Concatenate(parts, axis)
	}
}

// pad pads the tangent of x with zeros and puts that of the fill value in the padding.
func pad(n *Node, l lead) pushforward {
	axes := node.Padding(n)
	zero := ScalarZero(n.Graph(), n.DType())
	batched := axes
	if l.batched {
		batched = append([]PadAxis{{}}, axes...)
	}
	padding := sync.OnceValue(func() *Node {
		return Pad(ZerosLike(n.Inputs()[0]), ScalarOne(n.Graph(), n.DType()), axes...)
	})
	return func(dots []*Node) *Node {
		var inside, outside *Node
		if dots[0] != nil {
			inside = Pad(dots[0], zero, batched...)
		}
		if dots[1] != nil {
			outside = l.scale(l.expand(dots[1], n.Rank()), padding())
		}
		return join(inside, outside, false)
	}
}

// where passes the tangent of the chosen side.
func where(n *Node, l lead) pushforward {
	condition := sync.OnceValue(func() *Node {
		c := n.Inputs()[0]
		if !l.batched {
			return c
		}
		return BroadcastToDims(InsertAxes(c, 0), l.dims(n.Shape().Dimensions...)...)
	})
	side := func(dot *Node) *Node {
		if dot == nil {
			return ScalarZero(n.Graph(), n.DType())
		}
		return l.fit(l.expand(dot, n.Rank()), n)
	}
	return func(dots []*Node) *Node {
		return Where(condition(), side(dots[1]), side(dots[2]))
	}
}

// scatterSum is linear in the operand and in the updates together.
func scatterSum(n *Node) pushforward {
	operand, indices, updates := n.Inputs()[0], n.Inputs()[1], n.Inputs()[2]
	return func(dots []*Node) *Node {
		return n.CloneWithInputs(orZeros(dots[0], operand, lead{}), indices, orZeros(dots[2], updates, lead{}))
	}
}
