package kernel

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerWhere returns the task that selects each element from one of two values.
func lowerWhere(n *record.Node, s *vector.Set) (task.Task, bool) {
	for _, in := range n.Inputs {
		if in.Size() != n.Size() && in.Size() != 1 {
			return task.Task{}, false
		}
	}
	if n.Size() == 0 || n.Inputs[1].DType() != n.DType() || n.Inputs[2].DType() != n.DType() {
		return task.Task{}, false
	}
	if n.DType().Size() == 4 && n.Inputs[0].Size() == n.Size() && n.Inputs[1].Size()+n.Inputs[2].Size() > 2 {
		return pickedVectors(n, s), true
	}
	return bySize(n, picked[uint8], picked[uint16], picked[uint32], picked[uint64])(n), true
}

// pickedVectors returns the task of a Where with elements of four bytes of any type. It uses the kernels of s.
func pickedVectors(n *record.Node, s *vector.Set) task.Task {
	c, x, y, out := n.Inputs[0].ID, n.Inputs[1].ID, n.Inputs[2].ID, n.ID
	right, left := n.Inputs[2].Size() == 1, n.Inputs[1].Size() == 1
	return task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		to, condition := task.Window[float32](p[out], lo, hi), task.Window[bool](p[c], lo, hi)
		switch {
		case right:
			s.Where.Right(to, condition, task.Window[float32](p[x], lo, hi), *(*float32)(p[y]))
		case left:
			s.Where.Left(to, condition, *(*float32)(p[x]), task.Window[float32](p[y], lo, hi))
		default:
			s.Where.Both(to, condition, task.Window[float32](p[x], lo, hi), task.Window[float32](p[y], lo, hi))
		}
	}, task.VectorCost(s, 2*task.ArithmeticCost))
}

func picked[T any](n *record.Node) task.Task {
	c, x, y, out := n.Inputs[0], n.Inputs[1], n.Inputs[2], n.ID
	step := func(in *record.Node) int {
		if in.Size() == 1 {
			return 0
		}
		return 1
	}
	sc, sx, sy := step(c), step(x), step(y)
	return task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		condition, a, b := task.View[bool](p[c.ID], (hi-1)*sc+1), task.View[T](p[x.ID], (hi-1)*sx+1), task.View[T](p[y.ID], (hi-1)*sy+1)
		to := task.View[T](p[out], hi)
		for i := lo; i < hi; i++ {
			v := b[i*sy]
			if condition[i*sc] {
				v = a[i*sx]
			}
			to[i] = v
		}
	}, 2*task.ArithmeticCost)
}

// lowerConvert returns the task that converts elements to another type.
func lowerConvert(n *record.Node, s *vector.Set) (task.Task, bool) {
	x := n.Inputs[0]
	if x.Op == compute.OpTypeBitcast && x.Inputs[0].DType() == dtypes.Bool && x.DType() == dtypes.Uint8 {
		return convertTruth(n, s)
	}
	switch x.DType() {
	case dtypes.Float32:
		return convertFrom[float32](n)
	case dtypes.Float64:
		return convertFrom[float64](n)
	case dtypes.Int32:
		return convertFrom[int32](n)
	case dtypes.Int64:
		return convertFrom[int64](n)
	case dtypes.Uint8:
		return convertFrom[uint8](n)
	case dtypes.Bool:
		return convertTruth(n, s)
	}
	return task.Task{}, false
}

// convertible is the constraint of the number types that convert to each other.
type convertible interface{ vector.Number | uint8 }

func convertFrom[S convertible](n *record.Node) (task.Task, bool) {
	switch n.DType() {
	case dtypes.Float32:
		return converted[S, float32](n), true
	case dtypes.Float64:
		return converted[S, float64](n), true
	case dtypes.Int32:
		return converted[S, int32](n), true
	case dtypes.Int64:
		return converted[S, int64](n), true
	case dtypes.Bool:
		return task.Elementwise(n, mapped(n.Inputs[0].ID, n.ID, func(y []bool, x []S) {
			for i, v := range x {
				y[i] = v != 0
			}
		}), task.ArithmeticCost), true
	}
	return task.Task{}, false
}

func converted[S, T convertible](n *record.Node) task.Task {
	return task.Elementwise(n, mapped(n.Inputs[0].ID, n.ID, func(y []T, x []S) {
		for i, v := range x {
			y[i] = T(v)
		}
	}), task.ArithmeticCost)
}

// convertTruth returns the task that converts booleans to numbers. A boolean is one byte, 0 or 1.
func convertTruth(n *record.Node, s *vector.Set) (task.Task, bool) {
	switch n.DType() {
	case dtypes.Float32:
		return task.Elementwise(n, mapped(n.Inputs[0].ID, n.ID, s.Ones), task.VectorCost(s, task.ArithmeticCost)), true
	case dtypes.Float64:
		return converted[uint8, float64](n), true
	case dtypes.Int32:
		return converted[uint8, int32](n), true
	case dtypes.Int64:
		return converted[uint8, int64](n), true
	}
	return task.Task{}, false
}

// lowerIota returns the task that fills a value with the indices along an axis.
func lowerIota(n *record.Node) (task.Task, bool) {
	switch n.DType() {
	case dtypes.Float32:
		return counted[float32](n), n.Size() > 0
	case dtypes.Float64:
		return counted[float64](n), n.Size() > 0
	case dtypes.Int32:
		return counted[int32](n), n.Size() > 0
	case dtypes.Int64:
		return counted[int64](n), n.Size() > 0
	}
	return task.Task{}, false
}

func counted[T vector.Number](n *record.Node) task.Task {
	axis := n.Attr.(int)
	inner, d, y := task.Size(n.Shape.Dimensions[axis+1:]), n.Shape.Dimensions[axis], n.ID
	return task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		to := task.View[T](p[y], hi)
		for i := lo; i < hi; i++ {
			to[i] = T(i / inner % d)
		}
	}, 4*task.ArithmeticCost)
}
