package program

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// spared is a node's inputs without broadcasts that the operation does by itself.
func spared(n *node) []*node {
	if !implicit(n) {
		return n.inputs
	}
	inputs := slices.Clone(n.inputs)
	for i, in := range inputs {
		other := inputs[1-i]
		if in.op != compute.OpTypeBroadcastInDim || other.size() != n.size() {
			continue
		}
		if x := in.inputs[0]; x.size() == 1 || x.shape.Rank() == n.shape.Rank() && slices.IsSorted(in.attr.([]int)) {
			inputs[i] = x
		}
	}
	return inputs
}

// implicit reports whether an operation broadcasts its operands and has a kernel in any case.
func implicit(n *node) bool {
	switch n.op {
	case compute.OpTypeAdd, compute.OpTypeSub, compute.OpTypeMul, compute.OpTypeDiv, compute.OpTypeMax, compute.OpTypeMin,
		compute.OpTypeEqual, compute.OpTypeNotEqual, compute.OpTypeLessThan, compute.OpTypeLessOrEqual, compute.OpTypeGreaterThan, compute.OpTypeGreaterOrEqual:
		dtype := n.inputs[0].dtype()
		return n.size() > 0 && n.shape.Rank() <= maxRank && (dtype == dtypes.Float32 || dtype == dtypes.Float64)
	}
	return false
}

// aliased tells which value a node is the same as, but for its shape, and from which byte.
func aliased(n *node) (of *node, offset int, ok bool) {
	if len(n.inputs) != 1 {
		return nil, 0, false
	}
	x := n.inputs[0]
	switch n.op {
	case compute.OpTypeReshape, compute.OpTypeIdentity:
		return x, 0, true
	case compute.OpTypeConcatenate:
		return x, 0, true
	case compute.OpTypeBitcast:
		return x, 0, bytesOf(x) == bytesOf(n)
	case compute.OpTypeConvertDType:
		return x, 0, x.dtype() == n.dtype()
	case compute.OpTypeBroadcastInDim:
		return x, 0, x.size() == n.size() && slices.IsSorted(n.attr.([]int))
	case compute.OpTypeTranspose:
		return x, 0, unmoved(x.shape.Dimensions, n.attr.([]int))
	case compute.OpTypeSlice:
		offset, ok = contiguous(x.shape.Dimensions, n.shape.Dimensions, n.attr.(sliced))
		return x, offset * x.dtype().Size(), ok
	}
	return nil, 0, false
}

// unmoved reports whether a transpose moves only axes of size one.
func unmoved(dims, permutation []int) bool {
	last := -1
	for _, axis := range permutation {
		if dims[axis] == 1 {
			continue
		}
		if axis < last {
			return false
		}
		last = axis
	}
	return true
}

// contiguous tells whether a slice lies in one piece, and its first element.
func contiguous(from, to []int, s sliced) (offset int, ok bool) {
	stride, partial := 1, false // partial: an axis further in is cut
	for axis := len(from) - 1; axis >= 0; axis-- {
		if to[axis] == 0 || partial && to[axis] != 1 || to[axis] > 1 && len(s.strides) > 0 && s.strides[axis] != 1 {
			return 0, false
		}
		offset += s.starts[axis] * stride
		stride *= from[axis]
		partial = partial || to[axis] != from[axis]
	}
	return offset, true
}
