package kernel

import (
	"math"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerReduce returns the task of a sum, product, maximum or minimum over axes.
func lowerReduce(n *record.Node, s *vector.Set) (task.Task, bool) {
	if n.Size() == 0 || n.Inputs[0].Size() == 0 {
		return task.Task{}, false
	}
	switch n.DType() {
	case dtypes.Float32:
		return reduced(n, reductionOf(n.Op, s.Arithmetic, float32(math.Inf(-1)), float32(math.Inf(1))))
	case dtypes.Float64:
		return reduced(n, reductionOf(n.Op, vector.Arithmetic[float64](), math.Inf(-1), math.Inf(1)))
	case dtypes.Int32:
		return reduced(n, reductionOf(n.Op, vector.Arithmetic[int32](), math.MinInt32, math.MaxInt32))
	case dtypes.Int64:
		return reduced(n, reductionOf(n.Op, vector.Arithmetic[int64](), math.MinInt64, math.MaxInt64))
	}
	return task.Task{}, false
}

// reduction is a reduction operation: row reduces v and the elements of x to one value, and rows combines x into y
// element by element. start is the neutral element.
type reduction[T vector.Number] struct {
	start T
	row   func(start T, x []T) T
	rows  func(y, x []T)
}

// reductionOf returns the reduction of an operation. It combines rows with one of the kernels.
func reductionOf[T vector.Number](op compute.OpType, kernels map[string]vector.Binary[T, T], lowest, highest T) reduction[T] {
	rows := func(name string) func(y, x []T) {
		f := kernels[name].Both
		return func(y, x []T) { f(y, y, x) }
	}
	switch op {
	case compute.OpTypeReduceMax:
		return reduction[T]{lowest, func(v T, x []T) T {
			for _, w := range x {
				v = max(v, w)
			}
			return v
		}, rows("Max")}
	case compute.OpTypeReduceMin:
		return reduction[T]{highest, func(v T, x []T) T {
			for _, w := range x {
				v = min(v, w)
			}
			return v
		}, rows("Min")}
	case compute.OpTypeReduceProduct:
		return reduction[T]{1, func(v T, x []T) T {
			for _, w := range x {
				v *= w
			}
			return v
		}, rows("Mul")}
	}
	return reduction[T]{0, func(v T, x []T) T {
		for _, w := range x {
			v += w
		}
		return v
	}, rows("Add")}
}

// reduced returns the task of a reduction. Each result combines its elements in memory order.
func reduced[T vector.Number](n *record.Node, r reduction[T]) (task.Task, bool) {
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
	if inner > 0 && l.Strides[0][0] != 0 { // each index of the first axis has separate results
		t.Units = l.Dims[0]
	}
	each := rowsOf / t.Units
	if t.Units > 1 {
		t.Step, t.Steps = results/t.Units*n.DType().Size(), []int{each * width * n.DType().Size()}
	}
	t.Cost = task.CallCost + float64(rowsOf)*rowCost + task.ArithmeticCost*float64(in.Size())
	t.Run = func(p []unsafe.Pointer, lo, hi int) {
		xslices.FillSlice(task.Window[T](p[y], lo*results/t.Units, hi*results/t.Units), r.start)
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

// keptLayout returns the layout that maps the elements of the operand to those of the result, given the axes that are
// kept.
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
