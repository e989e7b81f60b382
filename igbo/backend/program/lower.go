package program

import "github.com/gomlx/compute"

// lower makes the task of an operation; false where this package has no kernel for it.
func lower(n *node) (task, bool) {
	switch n.op {
	case compute.OpTypeDotGeneral:
		return lowerProduct(n)
	case compute.OpTypeWhere:
		return lowerWhere(n)
	case compute.OpTypeConvertDType:
		return lowerConvert(n)
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
		return lowerReduce(n)
	}
	switch len(n.inputs) {
	case 1:
		return lowerUnary(n)
	case 2:
		return lowerBinary(n)
	}
	return task{}, false
}

// elementwise is the task of an operation on single elements, of the cost in nanoseconds for each.
func elementwise(n *node, run kernel, cost float64) task {
	t := task{run: run, units: n.size(), cost: callCost + cost*float64(n.size()), pure: true}
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
	arithmeticCost       = 0.6
	vectorArithmeticCost = 0.12
	transcendentalCost   = 12
	moveCost             = 0.5
)

// number is a type of which there are kernels for arithmetic.
type number interface {
	float32 | float64 | int32 | int64
}

// floating is a type of real numbers.
type floating interface{ float32 | float64 }
