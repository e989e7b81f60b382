package record

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// The operations that move elements, recorded.

// Reshape implements compute.StandardOps.
func (f *Function) Reshape(x compute.Value, dims ...int) (compute.Value, error) {
	v, err := f.Function.Reshape(x, dims...)
	return f.record(v, err, compute.OpTypeReshape, nil, nil, x)
}

// Transpose implements compute.StandardOps.
func (f *Function) Transpose(x compute.Value, permutation ...int) (compute.Value, error) {
	v, err := f.Function.Transpose(x, permutation...)
	return f.record(v, err, compute.OpTypeTranspose, slices.Clone(permutation), nil, x)
}

// BroadcastInDim implements compute.StandardOps.
func (f *Function) BroadcastInDim(x compute.Value, out shapes.Shape, axes []int) (compute.Value, error) {
	v, err := f.Function.BroadcastInDim(x, out, axes)
	return f.record(v, err, compute.OpTypeBroadcastInDim, slices.Clone(axes), nil, x)
}

// Sliced is where a slice starts, and its strides.
type Sliced struct{ Starts, Strides []int }

// Slice implements compute.StandardOps.
func (f *Function) Slice(x compute.Value, starts, limits, strides []int) (compute.Value, error) {
	v, err := f.Function.Slice(x, starts, limits, strides)
	return f.record(v, err, compute.OpTypeSlice, Sliced{slices.Clone(starts), slices.Clone(strides)}, nil, x)
}

// Reverse implements compute.StandardOps.
func (f *Function) Reverse(x compute.Value, axes ...int) (compute.Value, error) {
	v, err := f.Function.Reverse(x, axes...)
	return f.record(v, err, compute.OpTypeReverse, slices.Clone(axes), nil, x)
}

// Concatenate implements compute.StandardOps.
func (f *Function) Concatenate(axis int, operands ...compute.Value) (compute.Value, error) {
	v, err := f.Function.Concatenate(axis, operands...)
	return f.record(v, err, compute.OpTypeConcatenate, axis, nil, operands...)
}

// Pad implements compute.StandardOps.
func (f *Function) Pad(x, fill compute.Value, axes ...compute.PadAxis) (compute.Value, error) {
	v, err := f.Function.Pad(x, fill, axes...)
	axes = slices.Clone(axes)
	return f.record(v, err, compute.OpTypePad, axes, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.Pad(in[0], in[1], axes...)
	}, x, fill)
}

// Iota implements compute.StandardOps.
func (f *Function) Iota(shape shapes.Shape, axis int) (compute.Value, error) {
	v, err := f.Function.Iota(shape, axis)
	return f.record(v, err, compute.OpTypeIota, axis, func(g compute.Function, _ []compute.Value) (compute.Value, error) {
		return g.Iota(shape, axis)
	})
}

// Where implements compute.StandardOps.
func (f *Function) Where(condition, x, y compute.Value) (compute.Value, error) {
	v, err := f.Function.Where(condition, x, y)
	return f.record(v, err, compute.OpTypeWhere, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.Where(in[0], in[1], in[2])
	}, condition, x, y)
}

// Clamp implements compute.StandardOps.
func (f *Function) Clamp(low, x, high compute.Value) (compute.Value, error) {
	v, err := f.Function.Clamp(low, x, high)
	return f.record(v, err, compute.OpTypeClamp, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.Clamp(in[0], in[1], in[2])
	}, low, x, high)
}

// ConvertDType implements compute.StandardOps.
func (f *Function) ConvertDType(x compute.Value, dtype dtypes.DType) (compute.Value, error) {
	v, err := f.Function.ConvertDType(x, dtype)
	return f.record(v, err, compute.OpTypeConvertDType, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.ConvertDType(in[0], dtype)
	}, x)
}

// Bitcast implements compute.StandardOps.
func (f *Function) Bitcast(x compute.Value, dtype dtypes.DType) (compute.Value, error) {
	v, err := f.Function.Bitcast(x, dtype)
	return f.record(v, err, compute.OpTypeBitcast, nil, nil, x)
}

// Gathered is what a Gather needs.
type Gathered struct {
	VectorAxis                       int
	OffsetAxes, Collapsed, Map, Size []int
}

// Gather implements compute.StandardOps.
func (f *Function) Gather(x, starts compute.Value, vectorAxis int, offsetAxes, collapsed, startMap, sizes []int, sorted bool) (compute.Value, error) {
	v, err := f.Function.Gather(x, starts, vectorAxis, offsetAxes, collapsed, startMap, sizes, sorted)
	g := Gathered{vectorAxis, slices.Clone(offsetAxes), slices.Clone(collapsed), slices.Clone(startMap), slices.Clone(sizes)}
	return f.record(v, err, compute.OpTypeGather, g, func(h compute.Function, in []compute.Value) (compute.Value, error) {
		return h.Gather(in[0], in[1], vectorAxis, g.OffsetAxes, g.Collapsed, g.Map, g.Size, sorted)
	}, x, starts)
}

// OptimizationBarrier implements compute.StandardOps.
func (f *Function) OptimizationBarrier(operands ...compute.Value) ([]compute.Value, error) {
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
