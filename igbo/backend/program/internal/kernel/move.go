package kernel

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// lowerMove returns the task of an operation that copies each element of the result from one element of its operand.
func lowerMove(n *record.Node) (task.Task, bool) {
	x, dims := n.Inputs[0], n.Shape.Dimensions
	strides, first := make([]int, len(dims)), 0
	own := ownStrides(x.Shape.Dimensions)
	switch attr := n.Attr.(type) {
	case record.Sliced:
		for axis := range dims {
			step := 1
			if len(attr.Strides) > 0 {
				step = attr.Strides[axis]
			}
			strides[axis], first = own[axis]*step, first+attr.Starts[axis]*own[axis]
		}
	case []int:
		switch n.Op {
		case compute.OpTypeTranspose:
			for axis, from := range attr {
				strides[axis] = own[from]
			}
		case compute.OpTypeBroadcastInDim:
			for from, axis := range attr {
				if x.Shape.Dimensions[from] != 1 {
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
	if !ok || n.Size() == 0 {
		return task.Task{}, false
	}
	return bySize(n, moved[uint8], moved[uint16], moved[uint32], moved[uint64])(n, l, first), true
}

// bySize returns the function for elements of the node's element size: 1, 2, 4 or 8 bytes.
func bySize[F any](n *record.Node, one, two, four, eight F) F {
	return map[int]F{1: one, 2: two, 4: four, 8: eight}[n.DType().Size()]
}

// ownStrides returns the row-major strides, in elements, of a value with these dimensions.
func ownStrides(dims []int) []int {
	strides, stride := make([]int, len(dims)), 1
	for axis := len(dims) - 1; axis >= 0; axis-- {
		strides[axis] = stride
		stride *= dims[axis]
	}
	return strides
}

// simplified returns the layout of one operand with the given strides. It merges adjacent axes where possible.
func simplified(dims, strides []int) (task.Layout, bool) {
	var l task.Layout
	for axis, d := range dims {
		last := len(l.Dims) - 1
		switch {
		case d == 1:
		case last >= 0 && l.Strides[0][last] == strides[axis]*d:
			l.Dims[last] *= d
			l.Strides[0][last] = strides[axis]
		default:
			l.Dims, l.Strides[0] = append(l.Dims, d), append(l.Strides[0], strides[axis])
		}
	}
	if len(l.Dims) == 0 {
		l.Dims, l.Strides[0] = []int{1}, []int{1}
	}
	return l, len(l.Dims) <= task.MaxRank
}

// moved returns the task that copies elements row by row.
func moved[T any](n *record.Node, l task.Layout, first int) task.Task {
	x, y, inner := n.Inputs[0].ID, n.ID, len(l.Dims)-1
	width, step := l.Dims[inner], l.Strides[0][inner]
	t := task.Task{Units: n.Size() / width, Pure: true}
	t.Cost = task.CallCost + rowCost*float64(t.Units) + task.MoveCost*float64(n.Size())
	t.Step = width * n.DType().Size()
	if inner == 0 { // a single row: the units are its elements
		t.Units, t.Step = width, n.DType().Size()
		t.Run = func(p []unsafe.Pointer, lo, hi int) {
			moveRow(task.Window[T](p[y], lo, hi), p[x], first+lo*step, step)
		}
		return t
	}
	if step != 1 && step != 0 && inner == 1 && l.Strides[0][0] == 1 {
		t.Run = transposed[T](x, y, first, width, step)
		return t
	}
	t.Run = func(p []unsafe.Pointer, lo, hi int) {
		at := l.Start(lo)
		for row := lo; row < hi; row++ {
			moveRow(task.View[T](p[y], (row+1)*width)[row*width:], p[x], first+at.Offset[0], step)
			at.Next(l)
		}
	}
	return t
}

// moveRow fills y with the elements of x at from, from + step, ….
func moveRow[T any](y []T, x unsafe.Pointer, from, step int) {
	switch {
	case step == 1:
		copy(y, task.Window[T](x, from, from+len(y)))
	case step == 0:
		xslices.FillSlice(y, task.View[T](x, from+1)[from])
	default:
		low, high := from, from+step*(len(y)-1)
		if step < 0 {
			low, high = high, low
		}
		source := task.Window[T](x, low, high+1)
		at := from - low
		for i := range y {
			y[i] = source[at]
			at += step
		}
	}
}

// transposeBlock is the number of columns that are transposed together, so that their cache lines stay in the cache.
const transposeBlock = 16

// transposed returns the kernel of a matrix transpose: y[i, j] = x[first + i + j·step].
func transposed[T any](x, y, first, width, step int) task.Kernel {
	return func(p []unsafe.Pointer, lo, hi int) {
		to := task.View[T](p[y], hi*width)
		from := task.Window[T](p[x], first, first+hi+(width-1)*step)
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
