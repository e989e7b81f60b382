package derivative

import (
	"slices"
	"sync"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// same passes the tangent on unchanged.
func same(*Node, lead) pushforward { return func(d []*Node) *Node { return d[0] } }

func identityBackward(_ *Node, v []*Node, _ shapes.Shape) []*Node { return []*Node{v[0]} }

// barrierForward passes the tangent of the input that corresponds to the output.
func barrierForward(n *Node, _ lead) pushforward {
	return func(d []*Node) *Node { return d[outputIndex(n)] }
}

func convertForward(n *Node, _ lead) pushforward {
	return func(d []*Node) *Node { return ConvertDType(d[0], n.DType()) }
}

// convertBackward converts the adjoint back. Conversions through integers have no gradient; GoMLX would return
// the adjoint rounded to an integer. For complex numbers, GoMLX's gradient is correct.
func convertBackward(n *Node, v []*Node, output shapes.Shape) []*Node {
	from := n.Inputs()[0].DType()
	if from.IsComplex() || n.DType().IsComplex() {
		return registered[NodeTypeConvertDType](n, v, output)
	}
	if !from.IsFloat() || !n.DType().IsFloat() {
		return []*Node{nil}
	}
	return []*Node{ConvertDType(v[0], from)}
}

// repeatFirst is the rule for an operation that is linear in its first input. The other inputs (indices) are
// constant.
func repeatFirst(n *Node, l lead) pushforward {
	return l.each(func(dots []*Node) *Node {
		return n.CloneWithInputs(append([]*Node{dots[0]}, n.Inputs()[1:]...)...)
	})
}

// repeatTwo is the rule for an operation that is linear in its first two inputs together. The other inputs are
// constant.
func repeatTwo(n *Node, l lead) pushforward {
	return l.each(func(dots []*Node) *Node {
		in := slices.Clone(n.Inputs())
		in[0], in[1] = orZeros(dots[0], in[0], lead{}), orZeros(dots[1], in[1], lead{})
		return n.CloneWithInputs(in...)
	})
}

// broadcastBatched applies BroadcastInDim to all axes after the leading one.
func broadcastBatched(n, dot *Node, l lead) *Node {
	dims := slices.Repeat([]int{1}, n.Rank())
	for from, to := range gomlx.Ints(n, "broadcastAxes") {
		dims[to] = n.Inputs()[0].Shape().Dim(from)
	}
	return l.fit(Reshape(dot, l.dims(dims...)...), n)
}

// sliceBatched applies Slice to all axes after the leading one.
func sliceBatched(n, dot *Node, _ lead) *Node {
	starts, limits, strides := gomlx.Ints(n, "starts"), gomlx.Ints(n, "limits"), gomlx.Ints(n, "strides")
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

// concatenateForward concatenates tangents, with zeros for operands that have none.
func concatenateForward(n *Node, l lead) pushforward {
	axis := l.axes(gomlx.Int(n, "axis"))[0]
	return func(dots []*Node) *Node {
		parts := make([]*Node, len(dots))
		for i, dot := range dots {
			parts[i] = orZeros(dot, n.Inputs()[i], l)
		}
		return Concatenate(parts, axis)
	}
}

// whereForward passes the tangent of the selected operand.
func whereForward(n *Node, l lead) pushforward {
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
