package kernel

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/product"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Lower returns the task of an operation, using the kernels of s where possible. It returns false if there is no kernel
// for the operation.
func Lower(n *record.Node, s *vector.Set) (task.Task, bool) {
	switch n.Op {
	case compute.OpTypeDotGeneral:
		return product.Lower(n, s)
	case compute.OpTypeWhere:
		return lowerWhere(n, s)
	case compute.OpTypeConvertDType:
		return lowerConvert(n, s)
	case compute.OpTypeIota:
		return lowerIota(n)
	case compute.OpTypeTranspose, compute.OpTypeBroadcastInDim, compute.OpTypeSlice, compute.OpTypeReverse:
		return lowerMove(n)
	case compute.OpTypeConcatenate:
		return lowerConcatenate(n)
	case compute.OpTypePad:
		return lowerPad(n)
	case compute.OpTypeGather:
		return lowerGather(n)
	case compute.OpTypeReduceSum, compute.OpTypeReduceMax, compute.OpTypeReduceMin, compute.OpTypeReduceProduct:
		return lowerReduce(n, s)
	case compute.OpTypeDynamicSlice:
		return lowerDynamicSlice(n), true
	case compute.OpTypeDynamicUpdateSlice:
		return lowerDynamicUpdate(n), true
	case compute.OpTypeRNGBitGenerator:
		return lowerRandom(n), true
	}
	switch len(n.Inputs) {
	case 1:
		return lowerUnary(n, s)
	case 2:
		return lowerBinary(n, s)
	}
	return task.Task{}, false
}
