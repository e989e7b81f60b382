package peephole

import (
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// broadcastLeast and broadcastMost are the smallest and largest result, in elements, for which a product with ones is
// faster than the backend's broadcast. Larger results are memory-bound either way.
const broadcastLeast, broadcastMost = 64, 1 << 20

// BroadcastInDim implements compute.StandardOps. It repeats rows and columns by a product with ones, and repeats small
// constants at build time.
func (f *function) BroadcastInDim(x compute.Value, out shapes.Shape, axes []int) (compute.Value, error) {
	if v, ok := f.broadcast(x, out, axes); ok {
		return v, nil
	}
	v, err := f.Function.BroadcastInDim(x, out, axes)
	if err == nil {
		f.define(v, func(d *definition) { d.splat = f.definitions[x].splat })
	}
	return v, err
}

func (f *function) broadcast(x compute.Value, out shapes.Shape, axes []int) (compute.Value, bool) {
	shape, ok := f.static(x)
	if !ok || out.IsDynamic() || out.DType != shape.DType || out.Size() == 0 ||
		len(axes) != shape.Rank() || !valid(axes, out.Rank()) || !slices.IsSorted(axes) {
		return nil, false
	}
	dims := unit(out)
	for i, axis := range axes {
		dims[axis] = shape.Dimensions[i]
		if dims[axis] != 1 && dims[axis] != out.Dimensions[axis] {
			return nil, false
		}
	}
	if len(axes) == out.Rank() {
		return f.expand(x, shape.DType, dims, out.Dimensions)
	}
	aligned, err := f.Reshape(x, dims...)
	if err != nil {
		return nil, false
	}
	// Package program omits a broadcast between equal ranks: the operation that reads the result broadcasts it.
	return first(f.BroadcastInDim(aligned, out, others(nil, out.Rank())))
}

// expand repeats x, which has the dimensions from, along its axes of size one to the dimensions to. It returns false for
// a single element, which the backend broadcasts fast.
func (f *function) expand(x compute.Value, dtype dtypes.DType, from, to []int) (compute.Value, bool) {
	if slices.Equal(from, to) {
		return x, true
	}
	kept, repeated := broadcastAxes(from, to)
	n, times := size(to, kept), size(to, repeated)
	if n == 1 {
		return nil, false
	}
	if flat := f.definitions[x].constant; flat != nil && n*times <= constantLimit {
		return first(f.Constant(repeat(flat, from, to), to...))
	}
	if n*times < broadcastLeast || n*times > broadcastMost || !real(dtype) {
		return nil, false
	}
	switch {
	case slices.IsSorted(slices.Concat(repeated, kept)):
		return f.outer(x, dtype, n, times, to, false)
	case slices.IsSorted(slices.Concat(kept, repeated)):
		return f.outer(x, dtype, n, times, to, true)
	}
	return nil, false
}

// broadcastAxes returns the axes of equal size in from and to, and the axes along which from is repeated. It omits axes
// of size one in to.
func broadcastAxes(from, to []int) (kept, repeated []int) {
	for axis := range to {
		switch {
		case to[axis] == 1:
		case from[axis] == 1:
			repeated = append(repeated, axis)
		default:
			kept = append(kept, axis)
		}
	}
	return kept, repeated
}

// outer repeats x [n]: as columns to [n, times], or as rows to [times, n].
func (f *function) outer(x compute.Value, dtype dtypes.DType, n, times int, to []int, columns bool) (compute.Value, bool) {
	if columns {
		ones, ok := f.onesOf(dtype, 1, times)
		return f.dyad(x, n, ones, times, to, ok)
	}
	ones, ok := f.onesOf(dtype, times, 1)
	return f.dyad(ones, times, x, n, to, ok)
}

// dyad returns the product of a column [m] and a row [n], reshaped to the dimensions to.
func (f *function) dyad(column compute.Value, m int, row compute.Value, n int, to []int, ok bool) (compute.Value, bool) {
	if !ok {
		return nil, false
	}
	return f.plain(factor{value: column, cross: m, contract: 1}, factor{value: row, cross: n, contract: 1}, to)
}

// repeat returns flat, which has the dimensions from, repeated along its axes of size one to the dimensions to.
func repeat(flat any, from, to []int) any {
	source := reflect.ValueOf(flat)
	n := elements(to)
	out := reflect.MakeSlice(source.Type(), n, n)
	for i := range n {
		rest, stride, at := i, 1, 0
		for axis := len(to) - 1; axis >= 0; axis-- {
			if from[axis] != 1 {
				at += rest % to[axis] * stride
			}
			rest, stride = rest/to[axis], stride*from[axis]
		}
		out.Index(i).Set(source.Index(at))
	}
	return out.Interface()
}
