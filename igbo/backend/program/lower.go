package program

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lower makes the task of an operation by the kernels of a set; false where this package has no kernel for it.
func lower(n *node, s *vector.Set) (task, bool) {
	switch n.op {
	case compute.OpTypeDotGeneral:
		return lowerProduct(n, s)
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
	case compute.OpTypeRNGBitGenerator:
		return lowerRandom(n), true
	}
	switch len(n.inputs) {
	case 1:
		return lowerUnary(n, s)
	case 2:
		return lowerBinary(n, s)
	}
	return task{}, false
}

// elementwise is the task of an operation on single elements, of the cost in nanoseconds for each.
func elementwise(n *node, run kernel, cost float64) task {
	t := task{run: run, units: n.size(), cost: callCost + cost*float64(n.size()), pure: true, flat: true}
	for _, in := range n.inputs {
		if in.size() == n.size() && in.dtype().Size() == n.dtype().Size() {
			t.reuses = append(t.reuses, in.id)
		}
	}
	return t
}

// callCost is the time of a kernel's call, in nanoseconds.
const callCost = 15

// Times of one element in nanoseconds, roughly.
const (
	arithmeticCost     = 0.6
	transcendentalCost = 12
	moveCost           = 0.5
)

// vectorCost is the time of an element in a set's kernel, from that of one without vectors.
func vectorCost(s *vector.Set, cost float64) float64 {
	if s.Lanes == 1 {
		return cost
	}
	return max(0.12, cost/20)
}

// number is a type of which there are kernels for arithmetic.
type number interface {
	float32 | float64 | int32 | int64
}

// floating is a type of real numbers.
type floating interface{ float32 | float64 }
