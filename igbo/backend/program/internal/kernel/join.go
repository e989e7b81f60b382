package kernel

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// lowerConcatenate returns the task that concatenates values along an axis.
func lowerConcatenate(n *record.Node) (task.Task, bool) {
	axis := n.Attr.(int)
	outer := task.Size(n.Shape.Dimensions[:axis])
	var ids, chunks []int // bytes of each input per index of the outer axes
	total := 0
	for _, in := range n.Inputs {
		bytes := 0
		if outer > 0 {
			bytes = task.BytesOf(in) / outer
		}
		ids, chunks, total = append(ids, in.ID), append(chunks, bytes), total+bytes
	}
	y := n.ID
	return task.Task{Units: outer, Pure: true, Cost: task.CallCost + float64(outer*len(ids))*rowCost + task.MoveCost*float64(n.Size()), Run: func(p []unsafe.Pointer, lo, hi int) {
		at := lo * total
		for i := lo; i < hi; i++ {
			for k, id := range ids {
				if c := chunks[k]; c > 0 {
					task.Move(unsafe.Add(p[y], at), unsafe.Add(p[id], i*c), c)
					at += c
				}
			}
		}
	}}, true
}

// lowerPad returns the task that pads a value.
func lowerPad(n *record.Node) (task.Task, bool) {
	axes, x := n.Attr.([]compute.PadAxis), n.Inputs[0]
	for len(axes) < len(n.Shape.Dimensions) {
		axes = append(axes, compute.PadAxis{})
	}
	for _, a := range axes {
		if a.Interior != 0 || a.Start < 0 || a.End < 0 {
			return task.Task{}, false
		}
	}
	if n.Size() == 0 || x.Size() == 0 || len(axes) == 0 || len(axes) > task.MaxRank {
		return task.Task{}, false
	}
	return bySize(n, padded[uint8], padded[uint16], padded[uint32], padded[uint64])(n, axes), true
}

// padded returns the task that fills the result row by row.
func padded[T any](n *record.Node, axes []compute.PadAxis) task.Task {
	x, fill, y := n.Inputs[0].ID, n.Inputs[1].ID, n.ID
	from, dims, inner := n.Inputs[0].Shape.Dimensions, n.Shape.Dimensions, len(axes)-1
	own, width := ownStrides(from), dims[inner]
	units := n.Size() / width
	return task.Task{Units: units, Pure: true, Cost: task.CallCost + rowCost*float64(units) + task.MoveCost*float64(n.Size()), Run: func(p []unsafe.Pointer, lo, hi int) {
		v := *(*T)(p[fill])
		for row := lo; row < hi; row++ {
			to := task.Window[T](p[y], row*width, (row+1)*width)
			at, rest, inside := 0, row, true
			for axis := inner - 1; axis >= 0; axis-- {
				i := rest%dims[axis] - axes[axis].Start
				rest /= dims[axis]
				inside = inside && i >= 0 && i < from[axis]
				at += i * own[axis]
			}
			if !inside {
				xslices.FillSlice(to, v)
				continue
			}
			start := axes[inner].Start
			xslices.FillSlice(to[:start], v)
			copy(to[start:start+from[inner]], task.Window[T](p[x], at, at+from[inner]))
			xslices.FillSlice(to[start+from[inner]:], v)
		}
	}}
}

// lowerGather returns the task that gathers entries of the first axis.
func lowerGather(n *record.Node) (task.Task, bool) {
	g, x, starts := n.Attr.(record.Gathered), n.Inputs[0], n.Inputs[1]
	rank, dims := x.Shape.Rank(), x.Shape.Dimensions
	if rank == 0 || len(g.Map) != 1 || g.Map[0] != 0 || len(g.Collapsed) != 1 || g.Collapsed[0] != 0 || n.Size() == 0 {
		return task.Task{}, false
	}
	for axis := 1; axis < rank; axis++ {
		if g.Size[axis] != dims[axis] {
			return task.Task{}, false
		}
	}
	for i, axis := range g.OffsetAxes { // the axes of the entries must come last
		if axis != n.Shape.Rank()-len(g.OffsetAxes)+i {
			return task.Task{}, false
		}
	}
	if at := g.VectorAxis; at < starts.Shape.Rank()-1 || at == starts.Shape.Rank()-1 && starts.Shape.Dimensions[at] != 1 {
		return task.Task{}, false
	}
	switch starts.DType() {
	case dtypes.Int32:
		return entries[int32](n, task.BytesOf(x)/dims[0], dims[0]), true
	case dtypes.Int64:
		return entries[int64](n, task.BytesOf(x)/dims[0], dims[0]), true
	}
	return task.Task{}, false
}

// entries copies entries of the given size in bytes. It clamps indices to the length of the axis.
func entries[T int32 | int64](n *record.Node, bytes, length int) task.Task {
	x, starts, y, units := n.Inputs[0].ID, n.Inputs[1].ID, n.ID, n.Inputs[1].Size()
	return task.Task{Units: units, Pure: true, Cost: task.CallCost + rowCost*float64(units) + task.MoveCost*float64(n.Size()), Run: func(p []unsafe.Pointer, lo, hi int) {
		for i, at := range task.Window[T](p[starts], lo, hi) {
			from := max(0, min(int(at), length-1))
			task.Move(unsafe.Add(p[y], (lo+i)*bytes), unsafe.Add(p[x], from*bytes), bytes)
		}
	}}
}
