package kernel

import (
	"math"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerReduce makes the task of a sum, product or extreme over axes.
func lowerReduce(n *record.Node, s *vector.Set) (task.Task, bool) {
	if n.Size() == 0 || n.Inputs[0].Size() == 0 {
		return task.Task{}, false
	}
	switch n.DType() {
	case dtypes.Float32:
		r := reductionOf(n.Op, float32(-math.MaxFloat32), math.MaxFloat32, float32(math.Inf(1)))
		r.rows = rowsOf(n.Op, s)
		return reduced(n, r)
	case dtypes.Float64:
		return reduced(n, reductionOf(n.Op, -math.MaxFloat64, math.MaxFloat64, math.Inf(1)))
	case dtypes.Int32:
		return reduced(n, reductionOf[int32](n.Op, math.MinInt32, math.MaxInt32, 0))
	case dtypes.Int64:
		return reduced(n, reductionOf[int64](n.Op, math.MinInt64, math.MaxInt64, 0))
	}
	return task.Task{}, false
}

// reduction is an operation with what it starts from: over a row, and of two rows.
type reduction[T task.Number] struct {
	start T
	row   func(start T, x []T) T
	rows  func(y, x []T)
}

// reductionOf is the reduction of an operation. infinite is infinity where the type has one.
func reductionOf[T task.Number](op compute.OpType, lowest, highest, infinite T) reduction[T] {
	if infinite != 0 {
		lowest, highest = -infinite, infinite
	}
	switch op {
	case compute.OpTypeReduceMax:
		return reduction[T]{lowest, func(v T, x []T) T {
			for _, w := range x {
				v = max(v, w)
			}
			return v
		}, func(y, x []T) { maxBoth(y, y, x) }}
	case compute.OpTypeReduceMin:
		return reduction[T]{highest, func(v T, x []T) T {
			for _, w := range x {
				v = min(v, w)
			}
			return v
		}, func(y, x []T) { minBoth(y, y, x) }}
	case compute.OpTypeReduceProduct:
		return reduction[T]{1, func(v T, x []T) T {
			for _, w := range x {
				v *= w
			}
			return v
		}, func(y, x []T) { mulBoth(y, y, x) }}
	}
	return reduction[T]{0, func(v T, x []T) T {
		for _, w := range x {
			v += w
		}
		return v
	}, func(y, x []T) { addBoth(y, y, x) }}
}

// rowsOf combines two rows by a set's kernels.
func rowsOf(op compute.OpType, s *vector.Set) func(y, x []float32) {
	f := s.Arithmetic[map[compute.OpType]string{
		compute.OpTypeReduceMax: "Max", compute.OpTypeReduceMin: "Min", compute.OpTypeReduceProduct: "Mul", compute.OpTypeReduceSum: "Add",
	}[op]].Both
	return func(y, x []float32) { f(y, y, x) }
}

// reduced makes the task: each result takes its elements in the order of memory.
func reduced[T task.Number](n *record.Node, r reduction[T]) (task.Task, bool) {
	in, axes := n.Inputs[0], n.Attr.([]int)
	kept := make([]bool, in.Shape.Rank())
	for axis := range kept {
		kept[axis] = len(axes) > 0
	}
	for _, axis := range axes {
		kept[axis] = false
	}
	l, ok := keptLayout(in.Shape.Dimensions, kept)
	if !ok {
		return task.Task{}, false
	}
	x, y, inner := in.ID, n.ID, len(l.Dims)-1
	width, step := l.Dims[inner], l.Strides[0][inner]
	t := task.Task{Units: 1, Pure: true}
	rowsOf, results := in.Size()/width, n.Size()
	if inner > 0 && l.Strides[0][0] != 0 { // results of their own for each index of the first axis
		t.Units = l.Dims[0]
	}
	each := rowsOf / t.Units
	t.Cost = task.CallCost + float64(rowsOf)*rowCost + task.ArithmeticCost*float64(in.Size())
	t.Run = func(p []unsafe.Pointer, lo, hi int) {
		set(task.Window[T](p[y], lo*results/t.Units, hi*results/t.Units), r.start)
		at, to := l.Start(lo*each), task.View[T](p[y], results)
		for row := lo * each; row < hi*each; row++ {
			o := at.Offset[0]
			if from := task.Window[T](p[x], row*width, (row+1)*width); step == 0 {
				to[o] = r.row(to[o], from)
			} else {
				r.rows(to[o:o+width], from)
			}
			at.Next(l)
		}
	}
	return t, true
}

// keptLayout is where the elements of these dimensions go, along the axes that are kept.
func keptLayout(dims []int, kept []bool) (task.Layout, bool) {
	strides, stride := make([]int, len(dims)), 1
	for axis := len(dims) - 1; axis >= 0; axis-- {
		if kept[axis] {
			strides[axis] = stride
			stride *= dims[axis]
		}
	}
	return simplified(dims, strides)
}
