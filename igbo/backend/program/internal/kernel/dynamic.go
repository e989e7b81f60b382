package kernel

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// A Window is a block of a value whose position is computed at run time.
type Window struct {
	starts []int  // the values of the start indices, one per axis
	wide   []bool // whether each start index is an int64
	last   []int  // the largest valid start index of each axis
	bytes  []int  // bytes between neighbours along each axis of the value
	dims   []int  // dimensions of the block
	rows   int    // number of contiguous chunks
	chunk  int    // bytes per chunk
	axis   int    // a chunk spans the axes from this one on
}

// WindowOf returns the window of x with the start indices at and the dimensions dims.
func WindowOf(x *record.Node, at []*record.Node, dims []int) *Window {
	w := &Window{dims: dims, rows: 1, chunk: x.DType().Size()}
	for axis, step := range ownStrides(x.Shape.Dimensions) {
		w.starts, w.wide = append(w.starts, at[axis].ID), append(w.wide, at[axis].DType() == dtypes.Int64)
		w.last, w.bytes = append(w.last, x.Shape.Dimensions[axis]-dims[axis]), append(w.bytes, step*x.DType().Size())
	}
	w.axis = len(dims)
	for w.axis > 0 && (w.axis == len(dims) || dims[w.axis] == x.Shape.Dimensions[w.axis]) {
		w.axis--
		w.chunk *= dims[w.axis]
	}
	w.rows = task.Size(dims[:w.axis])
	return w
}

// First returns the byte offset of the block. It clamps start indices that are out of range.
func (w *Window) First(p []unsafe.Pointer) int {
	from := 0
	for axis, id := range w.starts {
		at := int(*(*int32)(p[id]))
		if w.wide[axis] {
			at = int(*(*int64)(p[id]))
		}
		from += max(0, min(at, w.last[axis])) * w.bytes[axis]
	}
	return from
}

// Move copies the block: from block to whole if in is set, otherwise from whole to block.
func (w *Window) Move(p []unsafe.Pointer, whole, block unsafe.Pointer, in bool) {
	whole = unsafe.Add(whole, w.First(p))
	for row := range w.rows {
		at, rest := 0, row
		for axis := w.axis - 1; axis >= 0; axis-- {
			at += rest % w.dims[axis] * w.bytes[axis]
			rest /= w.dims[axis]
		}
		to, from := unsafe.Add(block, row*w.chunk), unsafe.Add(whole, at)
		if in {
			to, from = from, to
		}
		task.Move(to, from, w.chunk)
	}
}

// cost returns the estimated time of Move in nanoseconds.
func (w *Window) cost() float64 {
	return task.CallCost + float64(w.rows)*(rowCost+task.MoveCost/4*float64(w.chunk))
}

// lowerDynamicSlice returns the task that copies a block of a value.
func lowerDynamicSlice(n *record.Node) task.Task {
	x, y, w := n.Inputs[0].ID, n.ID, WindowOf(n.Inputs[0], n.Inputs[1:], n.Shape.Dimensions)
	return task.Task{Units: 1, Whole: true, Pure: true, Cost: w.cost(), Run: func(p []unsafe.Pointer, _, _ int) { w.Move(p, p[x], p[y], false) }}
}

// lowerDynamicUpdate returns the task that copies a value and overwrites a block of the copy.
func lowerDynamicUpdate(n *record.Node) task.Task {
	x, block, y, bytes := n.Inputs[0].ID, n.Inputs[1], n.ID, task.BytesOf(n)
	w := WindowOf(n, n.Inputs[2:], block.Shape.Dimensions)
	return task.Task{Units: 1, Whole: true, Pure: true, Cost: w.cost() + task.MoveCost*float64(n.Size()), Run: func(p []unsafe.Pointer, _, _ int) {
		task.Move(p[y], p[x], bytes)
		w.Move(p, p[y], p[block.ID], true)
	}}
}

// Whole reports whether the block is contiguous in memory.
func (w *Window) Whole() bool { return w.rows == 1 }

// Steps returns the largest valid start index and the stride in bytes of each axis.
func (w *Window) Steps() (last, bytes []int) { return w.last, w.bytes }
