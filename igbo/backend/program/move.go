package program

import (
	"unsafe"

	"github.com/gomlx/compute"
)

// lowerMove makes the task of an operation that takes each element from one place.
func lowerMove(n *node) (task, bool) {
	x, dims := n.inputs[0], n.shape.Dimensions
	strides, first := make([]int, len(dims)), 0
	own := ownStrides(x.shape.Dimensions)
	switch attr := n.attr.(type) {
	case sliced:
		for axis := range dims {
			step := 1
			if len(attr.strides) > 0 {
				step = attr.strides[axis]
			}
			strides[axis], first = own[axis]*step, first+attr.starts[axis]*own[axis]
		}
	case []int:
		switch n.op {
		case compute.OpTypeTranspose:
			for axis, from := range attr {
				strides[axis] = own[from]
			}
		case compute.OpTypeBroadcastInDim:
			for from, axis := range attr {
				if x.shape.Dimensions[from] != 1 {
					strides[axis] = own[from]
				}
			}
		case compute.OpTypeReverse:
			copy(strides, own)
			for _, axis := range attr {
				strides[axis], first = -own[axis], first+(dims[axis]-1)*own[axis]
			}
		}
	}
	l, ok := simplified(dims, strides)
	if !ok || n.size() == 0 {
		return task{}, false
	}
	switch n.dtype().Size() {
	case 1:
		return moved[uint8](n, l, first), true
	case 2:
		return moved[uint16](n, l, first), true
	case 4:
		return moved[uint32](n, l, first), true
	}
	return moved[uint64](n, l, first), true
}

// ownStrides is the strides of the elements of these dimensions.
func ownStrides(dims []int) []int {
	strides, stride := make([]int, len(dims)), 1
	for axis := len(dims) - 1; axis >= 0; axis-- {
		strides[axis] = stride
		stride *= dims[axis]
	}
	return strides
}

// simplified is the layout of one operand of given strides, axes merged where they go on.
func simplified(dims, strides []int) (layout, bool) {
	var l layout
	for axis, d := range dims {
		last := len(l.dims) - 1
		switch {
		case d == 1:
		case last >= 0 && l.strides[0][last] == strides[axis]*d:
			l.dims[last] *= d
			l.strides[0][last] = strides[axis]
		default:
			l.dims, l.strides[0] = append(l.dims, d), append(l.strides[0], strides[axis])
		}
	}
	if len(l.dims) == 0 {
		l.dims, l.strides[0] = []int{1}, []int{1}
	}
	return l, len(l.dims) <= maxRank
}

// moved copies elements row by row of the result.
func moved[T any](n *node, l layout, first int) task {
	x, y, inner := n.inputs[0].id, n.id, len(l.dims)-1
	width, step := l.dims[inner], l.strides[0][inner]
	t := task{units: n.size() / width, pure: true}
	t.cost = callCost + rowCost*float64(t.units) + moveCost*float64(n.size())
	if inner == 0 { // one row: in parts of it
		t.units = width
		t.run = func(p []unsafe.Pointer, lo, hi int) {
			moveRow(window[T](p[y], lo, hi), p[x], first+lo*step, step)
		}
		return t
	}
	if step != 1 && step != 0 && inner == 1 && l.strides[0][0] == 1 {
		t.run = transposed[T](x, y, first, width, step)
		return t
	}
	t.run = func(p []unsafe.Pointer, lo, hi int) {
		at := l.start(lo)
		for row := lo; row < hi; row++ {
			moveRow(view[T](p[y], (row+1)*width)[row*width:], p[x], first+at.offset[0], step)
			at.next(l)
		}
	}
	return t
}

// moveRow fills a row with the elements at from, from + step …
func moveRow[T any](y []T, x unsafe.Pointer, from, step int) {
	switch {
	case step == 1:
		copy(y, window[T](x, from, from+len(y)))
	case step == 0:
		v := view[T](x, from+1)[from]
		for i := range y {
			y[i] = v
		}
	default:
		low, high := from, from+step*(len(y)-1)
		if step < 0 {
			low, high = high, low
		}
		source := window[T](x, low, high+1)
		at := from - low
		for i := range y {
			y[i] = source[at]
			at += step
		}
	}
}

// transposeBlock is how many columns are transposed together, such that their lines stay in the cache.
const transposeBlock = 16

// transposed is the kernel of a matrix transpose: y[i, j] = x[first + i + j·step].
func transposed[T any](x, y, first, width, step int) kernel {
	return func(p []unsafe.Pointer, lo, hi int) {
		to := view[T](p[y], hi*width)
		from := window[T](p[x], first, first+hi+(width-1)*step)
		for block := 0; block < width; block += transposeBlock {
			end := min(block+transposeBlock, width)
			for i := lo; i < hi; i++ {
				row := to[i*width+block : i*width+end]
				at := i + block*step
				for j := range row {
					row[j] = from[at]
					at += step
				}
			}
		}
	}
}
