package record

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// The following methods add and record operations that move, select or convert elements.

// Reshape implements compute.StandardOps.
func (f *Function) Reshape(x value, dims ...int) (value, error) {
	v, err := f.Function.Reshape(x, dims...)
	return f.record(v, err, compute.OpTypeReshape, nil, nil, x)
}

// Transpose implements compute.StandardOps.
func (f *Function) Transpose(x value, permutation ...int) (value, error) {
	v, err := f.Function.Transpose(x, permutation...)
	return f.record(v, err, compute.OpTypeTranspose, slices.Clone(permutation), nil, x)
}

// BroadcastInDim implements compute.StandardOps.
func (f *Function) BroadcastInDim(x value, out shapes.Shape, axes []int) (value, error) {
	v, err := f.Function.BroadcastInDim(x, out, axes)
	return f.record(v, err, compute.OpTypeBroadcastInDim, slices.Clone(axes), nil, x)
}

// Sliced holds the start indices and the strides of a Slice.
type Sliced struct{ Starts, Strides []int }

// Slice implements compute.StandardOps.
func (f *Function) Slice(x value, starts, limits, strides []int) (value, error) {
	v, err := f.Function.Slice(x, starts, limits, strides)
	return f.record(v, err, compute.OpTypeSlice, Sliced{slices.Clone(starts), slices.Clone(strides)}, nil, x)
}

// Reverse implements compute.StandardOps.
func (f *Function) Reverse(x value, axes ...int) (value, error) {
	v, err := f.Function.Reverse(x, axes...)
	return f.record(v, err, compute.OpTypeReverse, slices.Clone(axes), nil, x)
}

// Concatenate implements compute.StandardOps.
func (f *Function) Concatenate(axis int, operands ...value) (value, error) {
	v, err := f.Function.Concatenate(axis, operands...)
	return f.record(v, err, compute.OpTypeConcatenate, axis, nil, operands...)
}

// Pad implements compute.StandardOps.
func (f *Function) Pad(x, fill value, axes ...compute.PadAxis) (value, error) {
	axes = slices.Clone(axes)
	return f.do(compute.OpTypePad, axes, func(g function, in []value) (value, error) { return g.Pad(in[0], in[1], axes...) }, x, fill)
}

// Iota implements compute.StandardOps.
func (f *Function) Iota(shape shapes.Shape, axis int) (value, error) {
	return f.do(compute.OpTypeIota, axis, func(g function, _ []value) (value, error) { return g.Iota(shape, axis) })
}

// Where implements compute.StandardOps.
func (f *Function) Where(condition, x, y value) (value, error) {
	return f.do(compute.OpTypeWhere, nil, func(g function, in []value) (value, error) { return g.Where(in[0], in[1], in[2]) }, condition, x, y)
}

// Clamp implements compute.StandardOps.
func (f *Function) Clamp(low, x, high value) (value, error) {
	return f.do(compute.OpTypeClamp, nil, func(g function, in []value) (value, error) { return g.Clamp(in[0], in[1], in[2]) }, low, x, high)
}

// ConvertDType implements compute.StandardOps.
func (f *Function) ConvertDType(x value, dtype dtypes.DType) (value, error) {
	return f.do(compute.OpTypeConvertDType, nil, func(g function, in []value) (value, error) { return g.ConvertDType(in[0], dtype) }, x)
}

// Bitcast implements compute.StandardOps.
func (f *Function) Bitcast(x value, dtype dtypes.DType) (value, error) {
	v, err := f.Function.Bitcast(x, dtype)
	return f.record(v, err, compute.OpTypeBitcast, nil, nil, x)
}

// Gathered holds the attributes of a Gather.
type Gathered struct {
	VectorAxis                       int
	OffsetAxes, Collapsed, Map, Size []int
}

// Gather implements compute.StandardOps.
func (f *Function) Gather(x, starts value, vectorAxis int, offsetAxes, collapsed, startMap, sizes []int, sorted bool) (value, error) {
	g := Gathered{vectorAxis, slices.Clone(offsetAxes), slices.Clone(collapsed), slices.Clone(startMap), slices.Clone(sizes)}
	return f.do(compute.OpTypeGather, g, func(h function, in []value) (value, error) {
		return h.Gather(in[0], in[1], vectorAxis, g.OffsetAxes, g.Collapsed, g.Map, g.Size, sorted)
	}, x, starts)
}

// OptimizationBarrier implements compute.StandardOps.
func (f *Function) OptimizationBarrier(operands ...value) ([]value, error) {
	values, err := f.Function.OptimizationBarrier(operands...)
	if err != nil || len(values) != len(operands) {
		return values, err
	}
	for i, v := range values {
		if _, err := f.record(v, nil, compute.OpTypeIdentity, nil, nil, operands[i]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// SchedulingBarrier implements compute.StandardOps. It is recorded as an identity, because a program runs the operations
// in the order of their creation.
func (f *Function) SchedulingBarrier(x value, dependencies ...value) (value, error) {
	v, err := f.Function.SchedulingBarrier(x, dependencies...)
	f.Left = true
	return f.record(v, err, compute.OpTypeIdentity, nil, nil, x)
}
