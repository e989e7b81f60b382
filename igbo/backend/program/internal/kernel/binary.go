package kernel

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerBinary returns the task of an element-wise operation with two operands.
func lowerBinary(n *record.Node, s *vector.Set) (task.Task, bool) {
	dtype := n.Inputs[0].DType()
	if n.Inputs[1].DType() != dtype || n.Size() == 0 {
		return task.Task{}, false
	}
	op := n.Op.String()
	switch {
	case dtype == dtypes.Bool && n.DType() == dtypes.Bool:
		b, ok := logical(op)
		return pair(n, b, ok, task.ArithmeticCost)
	case n.DType() == dtypes.Bool:
		return compared(n, s)
	case n.DType() != dtype:
		return task.Task{}, false
	}
	switch {
	case op == "Pow" && dtype == dtypes.Float32:
		return pair(n, power[float32](), true, 4*task.TranscendentalCost)
	case op == "Pow" && dtype == dtypes.Float64:
		return pair(n, power[float64](), true, 4*task.TranscendentalCost)
	case op == "Div" && dtype.IsInt(): // integer division panics on 0
		return task.Task{}, false
	}
	switch dtype {
	case dtypes.Float32:
		return named(n, s.Arithmetic, task.VectorCost(s, task.ArithmeticCost))
	case dtypes.Float64:
		return named(n, vector.Arithmetic[float64](), task.ArithmeticCost)
	case dtypes.Int32:
		return named(n, vector.Arithmetic[int32](), task.ArithmeticCost)
	case dtypes.Int64:
		return named(n, vector.Arithmetic[int64](), task.ArithmeticCost)
	}
	return task.Task{}, false
}

func compared(n *record.Node, s *vector.Set) (task.Task, bool) {
	switch n.Inputs[0].DType() {
	case dtypes.Float32:
		return named(n, s.Comparison, task.VectorCost(s, task.ArithmeticCost))
	case dtypes.Float64:
		return named(n, vector.Comparison[float64](), task.ArithmeticCost)
	case dtypes.Int32:
		return named(n, vector.Comparison[int32](), task.ArithmeticCost)
	case dtypes.Int64:
		return named(n, vector.Comparison[int64](), task.ArithmeticCost)
	}
	return task.Task{}, false
}

// named returns the task of the kernel with the name of the node's operation.
func named[T, R any](n *record.Node, operations map[string]vector.Binary[T, R], cost float64) (task.Task, bool) {
	b, ok := operations[n.Op.String()]
	return pair(n, b, ok, cost)
}

// power returns the kernels for a^b, computed in float64.
func power[T task.Floating]() vector.Binary[T, T] {
	return vector.Forms(
		func(y, a, b []T) {
			for i, v := range a {
				y[i] = T(pow(float64(v), float64(b[i])))
			}
		},
		func(y, a []T, b T) {
			for i, v := range a {
				y[i] = T(pow(float64(v), float64(b)))
			}
		},
		func(y []T, a T, b []T) {
			for i, v := range b {
				y[i] = T(pow(float64(a), float64(v)))
			}
		},
	)
}

// logical returns the kernels of a boolean operation. All of these operations commute.
func logical(op string) (vector.Binary[bool, bool], bool) {
	var f func(a, b bool) bool
	switch op {
	case "LogicalAnd":
		f = func(a, b bool) bool { return a && b }
	case "LogicalOr":
		f = func(a, b bool) bool { return a || b }
	case "LogicalXor", "NotEqual":
		f = func(a, b bool) bool { return a != b }
	case "Equal":
		f = func(a, b bool) bool { return a == b }
	default:
		return vector.Binary[bool, bool]{}, false
	}
	return vector.Commuting(
		func(y, a, b []bool) {
			for i, v := range a {
				y[i] = f(v, b[i])
			}
		},
		func(y, a []bool, b bool) {
			for i, v := range a {
				y[i] = f(v, b)
			}
		},
	), true
}

// pair returns the task of a binary operation whose operands are broadcast to the shape of the result. cost is the time
// per element in nanoseconds.
func pair[T, R any](n *record.Node, b vector.Binary[T, R], ok bool, cost float64) (task.Task, bool) {
	if !ok {
		return task.Task{}, false
	}
	x, y, out := n.Inputs[0].ID, n.Inputs[1].ID, n.ID
	sx, sy := n.Inputs[0].Size(), n.Inputs[1].Size()
	switch {
	case sx == n.Size() && sy == n.Size():
		return task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.Both(task.Window[R](p[out], lo, hi), task.Window[T](p[x], lo, hi), task.Window[T](p[y], lo, hi))
		}, cost), true
	case sy == 1 && sx == n.Size():
		return task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.Right(task.Window[R](p[out], lo, hi), task.Window[T](p[x], lo, hi), *(*T)(p[y]))
		}, cost), true
	case sx == 1 && sy == n.Size():
		return task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.Left(task.Window[R](p[out], lo, hi), *(*T)(p[x]), task.Window[T](p[y], lo, hi))
		}, cost), true
	}
	return rows(n, b, cost)
}

// rows returns the task of a binary operation with broadcasting. Each unit is a row along the last merged axis of the
// result.
func rows[T, R any](n *record.Node, b vector.Binary[T, R], cost float64) (task.Task, bool) {
	x, y, out := n.Inputs[0].ID, n.Inputs[1].ID, n.ID
	l, ok := task.Merged(n.Shape.Dimensions, n.Inputs[0].Shape.Dimensions, n.Inputs[1].Shape.Dimensions)
	if !ok {
		return task.Task{}, false
	}
	inner := len(l.Dims) - 1
	width, bothFull, rightOne := l.Dims[inner], l.Strides[0][inner] == 1 && l.Strides[1][inner] == 1, l.Strides[1][inner] == 0
	t := task.Elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		at := l.Start(lo)
		for row := lo; row < hi; row++ {
			to := task.Window[R](p[out], row*width, (row+1)*width)
			i, j := at.Offset[0], at.Offset[1]
			switch {
			case bothFull:
				b.Both(to, task.Window[T](p[x], i, i+width), task.Window[T](p[y], j, j+width))
			case rightOne:
				b.Right(to, task.Window[T](p[x], i, i+width), task.View[T](p[y], j+1)[j])
			default:
				b.Left(to, task.View[T](p[x], i+1)[i], task.Window[T](p[y], j, j+width))
			}
			at.Next(l)
		}
	}, cost)
	t.Units, t.Flat = n.Size()/width, false
	t.Cost += float64(t.Units) * rowCost
	t.Step, t.Steps = width*n.DType().Size(), make([]int, 2)
	for k, in := range n.Inputs {
		if in.Size() == n.Size() {
			t.Steps[k] = width * in.DType().Size()
		}
	}
	return t, true
}

// rowCost is the estimated overhead per row in nanoseconds.
const rowCost = 5
