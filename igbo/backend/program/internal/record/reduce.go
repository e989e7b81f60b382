package record

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
)

// The following methods add and record reductions, products, convolutions and scatter operations.

func (f *Function) reduce(op compute.OpType, method func(f function, x value, axes ...int) (value, error), x value, axes []int) (value, error) {
	axes = slices.Clone(axes)
	return f.do(op, axes, func(g function, in []value) (value, error) { return method(g, in[0], axes...) }, x)
}

// ReduceSum returns the sum of x over axes.
func (f *Function) ReduceSum(x value, axes ...int) (value, error) {
	return f.reduce(compute.OpTypeReduceSum, function.ReduceSum, x, axes)
}

// ReduceMax returns the maximum of x over axes.
func (f *Function) ReduceMax(x value, axes ...int) (value, error) {
	return f.reduce(compute.OpTypeReduceMax, function.ReduceMax, x, axes)
}

// ReduceMin returns the minimum of x over axes.
func (f *Function) ReduceMin(x value, axes ...int) (value, error) {
	return f.reduce(compute.OpTypeReduceMin, function.ReduceMin, x, axes)
}

// ReduceProduct returns the product of x over axes.
func (f *Function) ReduceProduct(x value, axes ...int) (value, error) {
	return f.reduce(compute.OpTypeReduceProduct, function.ReduceProduct, x, axes)
}

// ReduceLogicalAnd reports whether all booleans of x along axes are true.
func (f *Function) ReduceLogicalAnd(x value, axes ...int) (value, error) {
	return f.reduce(compute.OpTypeReduceLogicalAnd, function.ReduceLogicalAnd, x, axes)
}

// ReduceLogicalOr reports whether any boolean of x along axes is true.
func (f *Function) ReduceLogicalOr(x value, axes ...int) (value, error) {
	return f.reduce(compute.OpTypeReduceLogicalOr, function.ReduceLogicalOr, x, axes)
}

// ReduceLogicalXor reports whether an odd number of booleans of x along axes are true.
func (f *Function) ReduceLogicalXor(x value, axes ...int) (value, error) {
	axes = slices.Clone(axes)
	return f.left(compute.OpTypeReduceLogicalXor, func(g function, in []value) (value, error) { return g.ReduceLogicalXor(in[0], axes...) }, x)
}

// ReduceBitwiseAnd returns the bitwise AND of x over axes.
func (f *Function) ReduceBitwiseAnd(x value, axes ...int) (value, error) {
	axes = slices.Clone(axes)
	return f.left(compute.OpTypeReduceBitwiseAnd, func(g function, in []value) (value, error) { return g.ReduceBitwiseAnd(in[0], axes...) }, x)
}

// ReduceBitwiseOr returns the bitwise OR of x over axes.
func (f *Function) ReduceBitwiseOr(x value, axes ...int) (value, error) {
	axes = slices.Clone(axes)
	return f.left(compute.OpTypeReduceBitwiseOr, func(g function, in []value) (value, error) { return g.ReduceBitwiseOr(in[0], axes...) }, x)
}

// ReduceBitwiseXor returns the bitwise XOR of x over axes.
func (f *Function) ReduceBitwiseXor(x value, axes ...int) (value, error) {
	axes = slices.Clone(axes)
	return f.left(compute.OpTypeReduceBitwiseXor, func(g function, in []value) (value, error) { return g.ReduceBitwiseXor(in[0], axes...) }, x)
}

// ArgMinMax implements compute.StandardOps.
func (f *Function) ArgMinMax(x value, axis int, dtype dtypes.DType, isMin bool) (value, error) {
	return f.do(compute.OpTypeArgMinMax, nil, func(g function, in []value) (value, error) { return g.ArgMinMax(in[0], axis, dtype, isMin) }, x)
}

// CumSum implements compute.StandardOps.
func (f *Function) CumSum(x value, axis int, options compute.CumSumOptions) (value, error) {
	return f.do(compute.OpTypeCumSum, nil, func(g function, in []value) (value, error) { return g.CumSum(in[0], axis, options) }, x)
}

// A Contraction holds the contracted axes and the batch axes of both operands of a DotGeneral.
type Contraction struct{ LhsAxes, LhsBatch, RhsAxes, RhsBatch []int }

// DotGeneral implements compute.StandardOps. If necessary, it transposes the operands first. Package product requires the
// batch axes first, and the contracted axes first or last among the other axes.
func (f *Function) DotGeneral(lhs value, lhsAxes, lhsBatch []int, rhs value, rhsAxes, rhsBatch []int, config compute.DotGeneralConfig) (value, error) {
	if config == (compute.DotGeneralConfig{}) {
		lhs, lhsAxes, lhsBatch = f.inPlace(lhs, lhsAxes, lhsBatch)
		rhs, rhsAxes, rhsBatch = f.inPlace(rhs, rhsAxes, rhsBatch)
	}
	v, err := f.Function.DotGeneral(lhs, lhsAxes, lhsBatch, rhs, rhsAxes, rhsBatch, config)
	c := Contraction{slices.Clone(lhsAxes), slices.Clone(lhsBatch), slices.Clone(rhsAxes), slices.Clone(rhsBatch)}
	var attr any = c
	if config != (compute.DotGeneralConfig{}) {
		attr = nil // left to the wrapped backend
	}
	return f.record(v, err, compute.OpTypeDotGeneral, attr, func(g function, in []value) (value, error) {
		return g.DotGeneral(in[0], c.LhsAxes, c.LhsBatch, in[1], c.RhsAxes, c.RhsBatch, config)
	}, lhs, rhs)
}

// inPlace transposes an operand of DotGeneral unless its axes are in the order that package product requires. If
// possible, the last axis stays the last one, so rows are copied contiguously. inPlace returns invalid operands
// unchanged; DotGeneral then returns an error.
func (f *Function) inPlace(x value, axes, batch []int) (value, []int, []int) {
	n := f.Nodes[x]
	if n == nil || len(axes) == 0 || n.DType() != dtypes.Float32 && n.DType() != dtypes.Float64 {
		return x, axes, batch
	}
	rank, first := n.Shape.Rank(), len(batch)
	used := make([]bool, rank)
	for _, axis := range slices.Concat(batch, axes) {
		if axis < 0 || axis >= rank || used[axis] {
			return x, axes, batch
		}
		used[axis] = true
	}
	if Run(batch, 0) && (Run(axes, first) || Run(axes, rank-len(axes))) {
		return x, axes, batch
	}
	var others []int
	for axis := range rank {
		if !used[axis] {
			others = append(others, axis)
		}
	}
	order, at := slices.Concat(batch, others, axes), rank-len(axes)
	if slices.Contains(others, rank-1) {
		order, at = slices.Concat(batch, axes, others), first
	}
	turned, err := f.Transpose(x, order...)
	if err != nil {
		return x, axes, batch
	}
	return turned, xslices.Iota(at, len(axes)), xslices.Iota(0, first)
}

// Run reports whether axes equal first, first+1, ….
func Run(axes []int, first int) bool {
	for i, axis := range axes {
		if axis != first+i {
			return false
		}
	}
	return true
}

// ScatterSum implements compute.StandardOps.
func (f *Function) ScatterSum(x, indices, updates value, vectorAxis int, window, inserted, axes []int, sorted, unique bool) (value, error) {
	window, inserted, axes = slices.Clone(window), slices.Clone(inserted), slices.Clone(axes)
	return f.do(compute.OpTypeScatterSum, nil, func(g function, in []value) (value, error) {
		return g.ScatterSum(in[0], in[1], in[2], vectorAxis, window, inserted, axes, sorted, unique)
	}, x, indices, updates)
}

// ScatterMax implements compute.StandardOps.
func (f *Function) ScatterMax(x, indices, updates value, vectorAxis int, window, inserted, axes []int, sorted, unique bool) (value, error) {
	window, inserted, axes = slices.Clone(window), slices.Clone(inserted), slices.Clone(axes)
	return f.left(compute.OpTypeScatterMax, func(g function, in []value) (value, error) {
		return g.ScatterMax(in[0], in[1], in[2], vectorAxis, window, inserted, axes, sorted, unique)
	}, x, indices, updates)
}

// ScatterMin implements compute.StandardOps.
func (f *Function) ScatterMin(x, indices, updates value, vectorAxis int, window, inserted, axes []int, sorted, unique bool) (value, error) {
	window, inserted, axes = slices.Clone(window), slices.Clone(inserted), slices.Clone(axes)
	return f.left(compute.OpTypeScatterMin, func(g function, in []value) (value, error) {
		return g.ScatterMin(in[0], in[1], in[2], vectorAxis, window, inserted, axes, sorted, unique)
	}, x, indices, updates)
}

// SelectAndScatterMax implements compute.StandardOps.
func (f *Function) SelectAndScatterMax(x, source value, window, strides []int, paddings [][2]int) (value, error) {
	window, strides, paddings = slices.Clone(window), slices.Clone(strides), slices.Clone(paddings)
	return f.left(compute.OpTypeSelectAndScatterMax, func(g function, in []value) (value, error) {
		return g.SelectAndScatterMax(in[0], in[1], window, strides, paddings)
	}, x, source)
}

// SelectAndScatterMin implements compute.StandardOps.
func (f *Function) SelectAndScatterMin(x, source value, window, strides []int, paddings [][2]int) (value, error) {
	window, strides, paddings = slices.Clone(window), slices.Clone(strides), slices.Clone(paddings)
	return f.left(compute.OpTypeSelectAndScatterMin, func(g function, in []value) (value, error) {
		return g.SelectAndScatterMin(in[0], in[1], window, strides, paddings)
	}, x, source)
}

// ConvGeneral implements compute.StandardOps.
func (f *Function) ConvGeneral(x, kernel value, axes compute.ConvolveAxesConfig, strides []int, paddings [][2]int, inputDilations, kernelDilations []int, channelGroups, batchGroups int) (value, error) {
	axes, strides, paddings = axes.Clone(), slices.Clone(strides), slices.Clone(paddings)
	inputDilations, kernelDilations = slices.Clone(inputDilations), slices.Clone(kernelDilations)
	return f.do(compute.OpTypeConvGeneral, nil, func(g function, in []value) (value, error) {
		return g.ConvGeneral(in[0], in[1], axes, strides, paddings, inputDilations, kernelDilations, channelGroups, batchGroups)
	}, x, kernel)
}
