package program

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// lowerConcatenate makes the task that joins values along an axis.
func lowerConcatenate(n *node) (task, bool) {
	axis := n.attr.(int)
	outer := size(n.shape.Dimensions[:axis])
	var ids, chunks []int // bytes of each input for one outer index
	total := 0
	for _, in := range n.inputs {
		bytes := 0
		if outer > 0 {
			bytes = bytesOf(in) / outer
		}
		ids, chunks, total = append(ids, in.id), append(chunks, bytes), total+bytes
	}
	y := n.id
	return task{units: outer, pure: true, cost: callCost + float64(outer*len(ids))*rowCost + moveCost*float64(n.size()), run: func(p []unsafe.Pointer, lo, hi int) {
		at := lo * total
		for i := lo; i < hi; i++ {
			for k, id := range ids {
				if c := chunks[k]; c > 0 {
					move(unsafe.Add(p[y], at), unsafe.Add(p[id], i*c), c)
					at += c
				}
			}
		}
	}}, true
}

// lowerPad makes the task that surrounds a value by another.
func lowerPad(n *node) (task, bool) {
	axes, x := n.attr.([]compute.PadAxis), n.inputs[0]
	for len(axes) < len(n.shape.Dimensions) {
		axes = append(axes, compute.PadAxis{})
	}
	for _, a := range axes {
		if a.Interior != 0 || a.Start < 0 || a.End < 0 {
			return task{}, false
		}
	}
	if n.size() == 0 || x.size() == 0 || len(axes) == 0 || len(axes) > maxRank {
		return task{}, false
	}
	switch n.dtype().Size() {
	case 1:
		return padded[uint8](n, axes), true
	case 2:
		return padded[uint16](n, axes), true
	case 4:
		return padded[uint32](n, axes), true
	}
	return padded[uint64](n, axes), true
}

// padded fills the result row by row.
func padded[T any](n *node, axes []compute.PadAxis) task {
	x, fill, y := n.inputs[0].id, n.inputs[1].id, n.id
	from, dims, inner := n.inputs[0].shape.Dimensions, n.shape.Dimensions, len(axes)-1
	own, width := ownStrides(from), dims[inner]
	units := n.size() / width
	return task{units: units, pure: true, cost: callCost + rowCost*float64(units) + moveCost*float64(n.size()), run: func(p []unsafe.Pointer, lo, hi int) {
		v := *(*T)(p[fill])
		for row := lo; row < hi; row++ {
			to := window[T](p[y], row*width, (row+1)*width)
			at, rest, inside := 0, row, true
			for axis := inner - 1; axis >= 0; axis-- {
				i := rest%dims[axis] - axes[axis].Start
				rest /= dims[axis]
				inside = inside && i >= 0 && i < from[axis]
				at += i * own[axis]
			}
			if !inside {
				set(to, v)
				continue
			}
			start := axes[inner].Start
			set(to[:start], v)
			copy(to[start:start+from[inner]], window[T](p[x], at, at+from[inner]))
			set(to[start+from[inner]:], v)
		}
	}}
}

func set[T any](y []T, v T) {
	for i := range y {
		y[i] = v
	}
}

// lowerGather makes the task that takes whole entries of the first axis.
func lowerGather(n *node) (task, bool) {
	g, x, starts := n.attr.(gathered), n.inputs[0], n.inputs[1]
	rank, dims := x.shape.Rank(), x.shape.Dimensions
	if rank == 0 || len(g.map_) != 1 || g.map_[0] != 0 || len(g.collapsed) != 1 || g.collapsed[0] != 0 || n.size() == 0 {
		return task{}, false
	}
	for axis := 1; axis < rank; axis++ {
		if g.size[axis] != dims[axis] {
			return task{}, false
		}
	}
	for i, axis := range g.offsetAxes { // the entries come last
		if axis != n.shape.Rank()-len(g.offsetAxes)+i {
			return task{}, false
		}
	}
	if at := g.vectorAxis; at < starts.shape.Rank()-1 || at == starts.shape.Rank()-1 && starts.shape.Dimensions[at] != 1 {
		return task{}, false
	}
	switch starts.dtype() {
	case dtypes.Int32:
		return entries[int32](n, bytesOf(x)/dims[0], dims[0]), true
	case dtypes.Int64:
		return entries[int64](n, bytesOf(x)/dims[0], dims[0]), true
	}
	return task{}, false
}

// entries copies the entries of the given bytes, by index; indices are clamped to the axis.
func entries[T int32 | int64](n *node, bytes, length int) task {
	x, starts, y, units := n.inputs[0].id, n.inputs[1].id, n.id, n.inputs[1].size()
	return task{units: units, pure: true, cost: callCost + rowCost*float64(units) + moveCost*float64(n.size()), run: func(p []unsafe.Pointer, lo, hi int) {
		for i, at := range window[T](p[starts], lo, hi) {
			from := max(0, min(int(at), length-1))
			move(unsafe.Add(p[y], (lo+i)*bytes), unsafe.Add(p[x], from*bytes), bytes)
		}
	}}
}
