package program

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerBinary makes the task of an operation on pairs of elements.
func lowerBinary(n *node, s *vector.Set) (task, bool) {
	dtype := n.inputs[0].dtype()
	if n.inputs[1].dtype() != dtype || n.size() == 0 {
		return task{}, false
	}
	op := n.op.String()
	switch {
	case dtype == dtypes.Bool && n.dtype() == dtypes.Bool:
		b, ok := logical(op)
		return pair(n, b, ok, arithmeticCost)
	case n.dtype() == dtypes.Bool:
		return compared(n, op, s)
	case n.dtype() != dtype:
		return task{}, false
	}
	switch dtype {
	case dtypes.Float32:
		if op == "Pow" {
			return pair(n, power[float32](), true, 4*transcendentalCost)
		}
		b, ok := s.Arithmetic[op]
		return pair(n, b, ok, vectorCost(s, arithmeticCost))
	case dtypes.Float64:
		if op == "Pow" {
			return pair(n, power[float64](), true, 4*transcendentalCost)
		}
		b, ok := arithmetic[float64](op)
		return pair(n, b, ok, arithmeticCost)
	case dtypes.Int32:
		b, ok := arithmetic[int32](op)
		return pair(n, b, ok && op != "Div", arithmeticCost) // which fails at 0
	case dtypes.Int64:
		b, ok := arithmetic[int64](op)
		return pair(n, b, ok && op != "Div", arithmeticCost) // which fails at 0
	}
	return task{}, false
}

func compared(n *node, op string, s *vector.Set) (task, bool) {
	switch n.inputs[0].dtype() {
	case dtypes.Float32:
		b, ok := s.Comparison[op]
		return pair(n, b, ok, vectorCost(s, arithmeticCost))
	case dtypes.Float64:
		b, ok := comparison[float64](op)
		return pair(n, b, ok, arithmeticCost)
	case dtypes.Int32:
		b, ok := comparison[int32](op)
		return pair(n, b, ok, arithmeticCost)
	case dtypes.Int64:
		b, ok := comparison[int64](op)
		return pair(n, b, ok, arithmeticCost)
	}
	return task{}, false
}

// power is a^b, in float64, in its three forms.
func power[T floating]() vector.Binary[T, T] {
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

// logical is an operation on truth values in its three forms.
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
	return vector.Forms(
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
	), true
}

// pair makes the task of a binary operation of a cost for each element, its operands broadcast to the result's shape.
func pair[T, R any](n *node, b vector.Binary[T, R], ok bool, cost float64) (task, bool) {
	if !ok {
		return task{}, false
	}
	x, y, out := n.inputs[0].id, n.inputs[1].id, n.id
	sx, sy := n.inputs[0].size(), n.inputs[1].size()
	switch {
	case sx == n.size() && sy == n.size():
		return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.Both(window[R](p[out], lo, hi), window[T](p[x], lo, hi), window[T](p[y], lo, hi))
		}, cost), true
	case sy == 1 && sx == n.size():
		return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.Right(window[R](p[out], lo, hi), window[T](p[x], lo, hi), *(*T)(p[y]))
		}, cost), true
	case sx == 1 && sy == n.size():
		return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
			b.Left(window[R](p[out], lo, hi), *(*T)(p[x]), window[T](p[y], lo, hi))
		}, cost), true
	}
	return rows(n, b, cost)
}

// rows makes the task of an operation with broadcasting: row by row of the result's last axes.
func rows[T, R any](n *node, b vector.Binary[T, R], cost float64) (task, bool) {
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
				b.Both(to, window[T](p[x], i, i+width), window[T](p[y], j, j+width))
			case rightOne:
				b.Right(to, window[T](p[x], i, i+width), view[T](p[y], j+1)[j])
			default:
				b.Left(to, view[T](p[x], i+1)[i], window[T](p[y], j, j+width))
			}
			at.next(l)
		}
	}, cost)
	t.units, t.flat = n.size()/width, false
	t.cost += float64(t.units) * rowCost
	return t, true
}

// rowCost is the time of a row's start, in nanoseconds.
const rowCost = 5
