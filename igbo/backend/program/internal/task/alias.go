package task

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
)

// Spared returns the inputs of a node without the broadcasts that the operation can do itself.
func Spared(n *record.Node) []*record.Node {
	if !implicit(n) {
		return n.Inputs
	}
	inputs := slices.Clone(n.Inputs)
	for i, in := range inputs {
		other := inputs[1-i]
		if in.Op != compute.OpTypeBroadcastInDim || other.Size() != n.Size() {
			continue
		}
		if x := in.Inputs[0]; x.Size() == 1 || x.Shape.Rank() == n.Shape.Rank() && slices.IsSorted(in.Attr.([]int)) {
			inputs[i] = x
		}
	}
	return inputs
}

// implicit reports whether an operation broadcasts its operands itself and always has a kernel.
func implicit(n *record.Node) bool {
	switch n.Op {
	case compute.OpTypeAdd, compute.OpTypeSub, compute.OpTypeMul, compute.OpTypeDiv, compute.OpTypeMax, compute.OpTypeMin,
		compute.OpTypeEqual, compute.OpTypeNotEqual, compute.OpTypeLessThan, compute.OpTypeLessOrEqual, compute.OpTypeGreaterThan, compute.OpTypeGreaterOrEqual:
		dtype := n.Inputs[0].DType()
		return n.Size() > 0 && n.Shape.Rank() <= MaxRank && (dtype == dtypes.Float32 || dtype == dtypes.Float64)
	}
	return false
}

// Aliased reports whether a node's value shares the memory of another node's value, differing only in shape, type or
// offset. It returns that other node and the offset in bytes.
func Aliased(n *record.Node) (of *record.Node, offset int, ok bool) {
	if len(n.Inputs) != 1 {
		return nil, 0, false
	}
	x := n.Inputs[0]
	switch n.Op {
	case compute.OpTypeReshape, compute.OpTypeIdentity:
		return x, 0, true
	case compute.OpTypeConcatenate:
		return x, 0, true
	case compute.OpTypeBitcast:
		return x, 0, BytesOf(x) == BytesOf(n)
	case compute.OpTypeConvertDType:
		return x, 0, x.DType() == n.DType()
	case compute.OpTypeBroadcastInDim:
		return x, 0, x.Size() == n.Size() && slices.IsSorted(n.Attr.([]int))
	case compute.OpTypeTranspose:
		return x, 0, unmoved(x.Shape.Dimensions, n.Attr.([]int))
	case compute.OpTypeSlice:
		offset, ok = contiguous(x.Shape.Dimensions, n.Shape.Dimensions, n.Attr.(record.Sliced))
		return x, offset * x.DType().Size(), ok
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

// contiguous reports whether a slice is contiguous in memory, and returns the index of its first element.
func contiguous(from, to []int, s record.Sliced) (offset int, ok bool) {
	stride, partial := 1, false // partial: the slice takes only a part of an inner axis
	for axis := len(from) - 1; axis >= 0; axis-- {
		if to[axis] == 0 || partial && to[axis] != 1 || to[axis] > 1 && len(s.Strides) > 0 && s.Strides[axis] != 1 {
			return 0, false
		}
		offset += s.Starts[axis] * stride
		stride *= from[axis]
		partial = partial || to[axis] != from[axis]
	}
	return offset, true
}
