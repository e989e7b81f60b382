package derivative

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// isGather reports whether a node has the settings of graph.Gather: the first axes are indexed, and the others
// are taken entirely.
func isGather(op *Node) bool {
	x, indexed := op.Inputs()[0], gomlx.Ints(op, "collapsedSliceAxes")
	sizes := slices.Clone(x.Shape().Dimensions)
	for i := range indexed {
		sizes[i] = 1
	}
	return len(indexed) > 0 && slices.Equal(indexed, xslices.Iota(0, len(indexed))) && slices.Equal(gomlx.Ints(op, "startIndexMap"), indexed) &&
		slices.Equal(gomlx.Ints(op, "sliceSizes"), sizes) && indicesLast(op)
}

// isGatherSlices reports whether a node has the settings of graph.GatherSlices: all axes are kept.
func isGatherSlices(op *Node) bool {
	return len(gomlx.Ints(op, "collapsedSliceAxes")) == 0 && indicesLast(op)
}

// indicesLast reports whether the index vectors are the last axis of the indices, and the slices are the last
// axes of the result.
func indicesLast(op *Node) bool {
	prefix := op.Inputs()[1].Rank() - 1
	window := gomlx.Ints(op, "offsetOutputAxes")
	return gomlx.Int(op, "indexVectorAxis") == prefix && slices.Equal(window, xslices.Iota(0, op.Rank())[op.Rank()-len(window):])
}

func refuseGather(op *Node) string {
	if isGather(op) || isGatherSlices(op) {
		return ""
	}
	return "only the settings of Gather and GatherSlices are supported; use those functions"
}

// gatherBackward adds the adjoints to the elements that they came from. GoMLX's VJP of GatherSlices scatters
// slices. The embedded backend computes such a scatter wrongly, and its own VJP is wrong on every backend.
func gatherBackward(n *Node, v []*Node, _ shapes.Shape) []*Node {
	x, indices := n.Inputs()[0], n.Inputs()[1]
	if isGather(n) {
		return []*Node{ScatterSum(ZerosLike(x), indices, v[0], false, false), nil}
	}
	axes, sizes := gomlx.Ints(n, "startIndexMap"), gomlx.Ints(n, "sliceSizes")
	order := before(axes, x.Rank())
	prefix := indices.Rank() - 1
	adjointOrder, back := xslices.Iota(0, prefix), make([]int, len(order))
	for to, from := range order {
		adjointOrder = append(adjointOrder, prefix+from)
		back[from] = to
	}
	zeros := TransposeAllAxes(ZerosLike(x), order...)
	sum := ScatterSum(zeros, elementIndices(x, indices, axes, sizes), TransposeAllAxes(v[0], adjointOrder...), false, false)
	return []*Node{TransposeAllAxes(sum, back...), nil}
}

// before lists all axes of a rank, starting with the given ones.
func before(axes []int, rank int) []int {
	order := slices.Clone(axes)
	for axis := range rank {
		if !slices.Contains(axes, axis) {
			order = append(order, axis)
		}
	}
	return order
}

// elementIndices converts the starts of slices [P…, S] to the indices of their elements [P…, sizes…, S]. Slices
// that would cross the edge start earlier.
func elementIndices(x, starts *Node, axes, sizes []int) *Node {
	prefix := starts.Shape().Dimensions[:starts.Rank()-1]
	dims := slices.Concat(prefix, xslices.Gather(sizes, axes))
	g, full := x.Graph(), shapes.Make(dtypes.Int32, dims...)
	parts := make([]*Node, len(axes))
	for i, axis := range axes {
		start := ConvertDType(SliceAxis(starts, -1, AxisElem(i)), dtypes.Int32)
		start = Max(Min(start, Scalar(g, dtypes.Int32, x.Shape().Dim(axis)-sizes[axis])), ScalarZero(g, dtypes.Int32))
		start = Reshape(start, append(slices.Clone(prefix), slices.Repeat([]int{1}, len(axes))...)...)
		parts[i] = Add(BroadcastToDims(start, dims...), Iota(g, full, len(prefix)+i))
	}
	return Stack(parts, -1)
}

// takeAlong selects elements of x by their indices along one axis. The result has the shape of indices.
func takeAlong(x, indices *Node, axis int) *Node {
	g, full := x.Graph(), shapes.Make(dtypes.Int32, indices.Shape().Dimensions...)
	parts := make([]*Node, x.Rank())
	for i := range parts {
		parts[i] = Iota(g, full, i)
	}
	parts[axis] = ConvertDType(indices, dtypes.Int32)
	return Gather(x, Stack(parts, -1))
}
