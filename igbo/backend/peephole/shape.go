package peephole

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
)

// Reshape implements compute.StandardOps. It returns x itself if the shape does not change, and reshapes small constants
// at build time.
func (f *function) Reshape(x compute.Value, dims ...int) (compute.Value, error) {
	shape, ok := f.static(x)
	if !ok {
		return f.Function.Reshape(x, dims...)
	}
	if slices.Equal(shape.Dimensions, dims) {
		return x, nil
	}
	d := f.definitions[x]
	if v, ok := f.reshapeConstant(d, shape, dims); ok {
		return v, nil
	}
	v, err := f.Function.Reshape(x, dims...)
	if err == nil {
		f.define(v, func(n *definition) { n.splat = d.splat })
	}
	return v, err
}

// reshapeConstant returns a new constant of the given dimensions instead of a reshape.
func (f *function) reshapeConstant(d definition, shape shapes.Shape, dims []int) (compute.Value, bool) {
	switch {
	case shape.Size() > constantLimit || shape.Size() != elements(dims):
		return nil, false
	case d.constant != nil:
		return first(f.Constant(d.constant, dims...))
	case d.splat != nil && real(shape.DType):
		return first(f.splatOf(shape.DType, *d.splat, dims...))
	}
	return nil, false
}

// Transpose implements compute.StandardOps. It exchanges the operands of a matrix product, merges consecutive transposes,
// and reshapes if only axes of size one move.
func (f *function) Transpose(x compute.Value, permutation ...int) (compute.Value, error) {
	if v, ok := f.transpose(x, permutation); ok {
		return v, nil
	}
	v, err := f.Function.Transpose(x, permutation...)
	if err != nil {
		return nil, err
	}
	f.define(v, func(d *definition) { d.transposed, d.permuted = x, slices.Clone(permutation) })
	return v, nil
}

func (f *function) transpose(x compute.Value, permutation []int) (compute.Value, bool) {
	shape, ok := f.static(x)
	if !ok || len(permutation) != shape.Rank() || !valid(permutation, shape.Rank()) {
		return nil, false
	}
	if slices.IsSorted(nonUnit(shape.Dimensions, permutation)) {
		return first(f.Reshape(x, xslices.Gather(shape.Dimensions, permutation)...))
	}
	d := f.definitions[x]
	if d.product != nil && d.product.swaps(permutation) {
		p := d.product
		return first(f.DotGeneral(p.rhs, p.rhsAxes, nil, p.lhs, p.lhsAxes, nil, compute.DotGeneralConfig{}))
	}
	if d.transposed != nil {
		return first(f.Transpose(d.transposed, xslices.Gather(d.permuted, permutation)...))
	}
	return nil, false
}

// ConvertDType implements compute.StandardOps. It returns x itself if the type does not change.
func (f *function) ConvertDType(x compute.Value, dtype dtypes.DType) (compute.Value, error) {
	if shape, ok := f.static(x); ok && shape.DType == dtype {
		return x, nil
	}
	return f.Function.ConvertDType(x, dtype)
}
