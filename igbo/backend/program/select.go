package program

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerWhere makes the task that picks elements of one of two values.
func lowerWhere(n *node, s *vector.Set) (task, bool) {
	for _, in := range n.inputs {
		if in.size() != n.size() && in.size() != 1 {
			return task{}, false
		}
	}
	if n.size() == 0 || n.inputs[1].dtype() != n.dtype() || n.inputs[2].dtype() != n.dtype() {
		return task{}, false
	}
	switch n.dtype().Size() {
	case 1:
		return picked[uint8](n), true
	case 4:
		if n.inputs[0].size() == n.size() && n.inputs[1].size()+n.inputs[2].size() > 2 {
			return pickedVectors(n, s), true
		}
		return picked[uint32](n), true
	case 8:
		return picked[uint64](n), true
	}
	return task{}, false
}

// pickedVectors is the task by a set's kernels, for elements of four bytes, whatever their type.
func pickedVectors(n *node, s *vector.Set) task {
	c, x, y, out := n.inputs[0].id, n.inputs[1].id, n.inputs[2].id, n.id
	right, left := n.inputs[2].size() == 1, n.inputs[1].size() == 1
	return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		to, condition := window[float32](p[out], lo, hi), window[bool](p[c], lo, hi)
		switch {
		case right:
			s.Where.Right(to, condition, window[float32](p[x], lo, hi), *(*float32)(p[y]))
		case left:
			s.Where.Left(to, condition, *(*float32)(p[x]), window[float32](p[y], lo, hi))
		default:
			s.Where.Both(to, condition, window[float32](p[x], lo, hi), window[float32](p[y], lo, hi))
		}
	}, vectorCost(s, 2*arithmeticCost))
}

func picked[T any](n *node) task {
	c, x, y, out := n.inputs[0], n.inputs[1], n.inputs[2], n.id
	step := func(in *node) int {
		if in.size() == 1 {
			return 0
		}
		return 1
	}
	sc, sx, sy := step(c), step(x), step(y)
	return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		condition, a, b := view[bool](p[c.id], (hi-1)*sc+1), view[T](p[x.id], (hi-1)*sx+1), view[T](p[y.id], (hi-1)*sy+1)
		to := view[T](p[out], hi)
		for i := lo; i < hi; i++ {
			v := b[i*sy]
			if condition[i*sc] {
				v = a[i*sx]
			}
			to[i] = v
		}
	}, 2*arithmeticCost)
}

// lowerConvert makes the task that changes the type of elements.
func lowerConvert(n *node, s *vector.Set) (task, bool) {
	x := n.inputs[0]
	if x.op == compute.OpTypeBitcast && x.inputs[0].dtype() == dtypes.Bool && x.dtype() == dtypes.Uint8 {
		return convertTruth(n, s)
	}
	switch x.dtype() {
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
	return task{}, false
}

// convertible is a type of numbers that converts to the others.
type convertible interface{ number | uint8 }

func convertFrom[S convertible](n *node) (task, bool) {
	switch n.dtype() {
	case dtypes.Float32:
		return converted[S, float32](n), true
	case dtypes.Float64:
		return converted[S, float64](n), true
	case dtypes.Int32:
		return converted[S, int32](n), true
	case dtypes.Int64:
		return converted[S, int64](n), true
	case dtypes.Bool:
		return elementwise(n, mapped(n.inputs[0].id, n.id, func(y []bool, x []S) {
			for i, v := range x {
				y[i] = v != 0
			}
		}), arithmeticCost), true
	}
	return task{}, false
}

func converted[S, T convertible](n *node) task {
	return elementwise(n, mapped(n.inputs[0].id, n.id, func(y []T, x []S) {
		for i, v := range x {
			y[i] = T(v)
		}
	}), arithmeticCost)
}

// convertTruth makes 0 and 1 of truth values, whose bytes these are.
func convertTruth(n *node, s *vector.Set) (task, bool) {
	switch n.dtype() {
	case dtypes.Float32:
		return elementwise(n, mapped(n.inputs[0].id, n.id, s.Ones), vectorCost(s, arithmeticCost)), true
	case dtypes.Float64:
		return converted[uint8, float64](n), true
	case dtypes.Int32:
		return converted[uint8, int32](n), true
	case dtypes.Int64:
		return converted[uint8, int64](n), true
	}
	return task{}, false
}

// lowerIota makes the task that counts along an axis.
func lowerIota(n *node) (task, bool) {
	switch n.dtype() {
	case dtypes.Float32:
		return counted[float32](n), n.size() > 0
	case dtypes.Float64:
		return counted[float64](n), n.size() > 0
	case dtypes.Int32:
		return counted[int32](n), n.size() > 0
	case dtypes.Int64:
		return counted[int64](n), n.size() > 0
	}
	return task{}, false
}

func counted[T number](n *node) task {
	axis := n.attr.(int)
	inner, d, y := size(n.shape.Dimensions[axis+1:]), n.shape.Dimensions[axis], n.id
	return elementwise(n, func(p []unsafe.Pointer, lo, hi int) {
		to := view[T](p[y], hi)
		for i := lo; i < hi; i++ {
			to[i] = T(i / inner % d)
		}
	}, 4*arithmeticCost)
}
