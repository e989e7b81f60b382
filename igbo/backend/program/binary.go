package program

import (
	"math"
	"unsafe"

	"github.com/gomlx/compute/dtypes"
)

// binary is an operation on two values: of two slices, of a slice and a number, of a number and a slice.
type binary[T, R any] struct {
	both  func(y []R, a, b []T)
	right func(y []R, a []T, b T)
	left  func(y []R, a T, b []T)
}

// lowerBinary makes the task of an operation on pairs of elements.
func lowerBinary(n *node) (task, bool) {
	dtype := n.inputs[0].dtype()
	if n.inputs[1].dtype() != dtype || n.size() == 0 {
		return task{}, false
	}
	op := n.op.String()
	switch {
	case dtype == dtypes.Bool && n.dtype() == dtypes.Bool:
		b, ok := logical(op)
		return pair(n, b, ok)
	case n.dtype() == dtypes.Bool:
		return compared(n, op, dtype)
	case n.dtype() != dtype:
		return task{}, false
	}
	switch dtype {
	case dtypes.Float32:
		b, ok := arithmetic[float32](op)
		if op == "Pow" {
			b, ok = power[float32](), true
		}
		if v, vector := vectorBinary(op); vector {
			t, ok := pair(n, v, true)
			t.cost -= (arithmeticCost - vectorArithmeticCost) * float64(n.size())
			return t, ok
		}
		return pair(n, b, ok)
	case dtypes.Float64:
		b, ok := arithmetic[float64](op)
		if op == "Pow" {
			b, ok = power[float64](), true
		}
		return pair(n, b, ok)
	case dtypes.Int32:
		b, ok := arithmetic[int32](op)
		return pair(n, b, ok && op != "Div") // which fails at 0
	case dtypes.Int64:
		b, ok := arithmetic[int64](op)
		return pair(n, b, ok && op != "Div") // which fails at 0
	}
	return task{}, false
}

func compared(n *node, op string, dtype dtypes.DType) (task, bool) {
	switch dtype {
	case dtypes.Float32:
		b, ok := comparison[float32](op)
		return pair(n, b, ok)
	case dtypes.Float64:
		b, ok := comparison[float64](op)
		return pair(n, b, ok)
	case dtypes.Int32:
		b, ok := comparison[int32](op)
		return pair(n, b, ok)
	case dtypes.Int64:
		b, ok := comparison[int64](op)
		return pair(n, b, ok)
	}
	return task{}, false
}

// power is a^b, in float64, in its three forms.
func power[T floating]() binary[T, T] {
	return binary[T, T]{
		func(y, a, b []T) {
			for i, v := range a {
				y[i] = T(math.Pow(float64(v), float64(b[i])))
			}
		},
		func(y, a []T, b T) {
			for i, v := range a {
				y[i] = T(math.Pow(float64(v), float64(b)))
			}
		},
		func(y []T, a T, b []T) {
			for i, v := range b {
				y[i] = T(math.Pow(float64(a), float64(v)))
			}
		},
	}
}

// logical is an operation on truth values in its three forms.
func logical(op string) (binary[bool, bool], bool) {
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
		return binary[bool, bool]{}, false
	}
	return binary[bool, bool]{
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
		func(y []bool, a bool, b []bool) {
			for i, v := range b {
				y[i] = f(a, v)
			}
		},
	}, true
}

// pair makes the task of a binary operation, its operands broadcast to the result's shape.
func pair[T, R any](n *node, b binary[T, R], ok bool) (task, bool) {
	if !ok {
		return task{}, false
	}
	x, y, out := n.inputs[0].id, n.inputs[1].id, n.id
	sx, sy := n.inputs[0].size(), n.inputs[1].size()
	switch {
	case sx == n.size() && sy == n.size():
		return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.both(window[R](p[out], lo, hi), window[T](p[x], lo, hi), window[T](p[y], lo, hi))
		}, arithmeticCost), true
	case sy == 1 && sx == n.size():
		return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.right(window[R](p[out], lo, hi), window[T](p[x], lo, hi), *(*T)(p[y]))
		}, arithmeticCost), true
	case sx == 1 && sy == n.size():
		return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.left(window[R](p[out], lo, hi), *(*T)(p[x]), window[T](p[y], lo, hi))
		}, arithmeticCost), true
	}
	return rows(n, b)
}

// rows makes the task of an operation with broadcasting: row by row of the result's last axes.
func rows[T, R any](n *node, b binary[T, R]) (task, bool) {
	x, y, out := n.inputs[0].id, n.inputs[1].id, n.id
	l, ok := merged(n.shape.Dimensions, n.inputs[0].shape.Dimensions, n.inputs[1].shape.Dimensions)
	if !ok {
		return task{}, false
	}
	inner := len(l.dims) - 1
	width, bothFull, rightOne := l.dims[inner], l.strides[0][inner] == 1 && l.strides[1][inner] == 1, l.strides[1][inner] == 0
	t := elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		at := l.start(lo)
		for row := lo; row < hi; row++ {
			to := window[R](p[out], row*width, (row+1)*width)
			i, j := at.offset[0], at.offset[1]
			switch {
			case bothFull:
				b.both(to, window[T](p[x], i, i+width), window[T](p[y], j, j+width))
			case rightOne:
				b.right(to, window[T](p[x], i, i+width), view[T](p[y], j+1)[j])
			default:
				b.left(to, view[T](p[x], i+1)[i], window[T](p[y], j, j+width))
			}
			at.next(l)
		}
	}, arithmeticCost)
	t.units = n.size() / width
	t.cost += float64(t.units) * rowCost
	return t, true
}

// rowCost is the time of a row's start, in nanoseconds.
const rowCost = 5
