package record

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// The operations that sum or compare over axes, recorded.

// axesMethod is one of the reductions.
type axesMethod func(f compute.Function, x compute.Value, axes ...int) (compute.Value, error)

func (f *Function) reduce(op compute.OpType, method axesMethod, x compute.Value, axes []int) (compute.Value, error) {
	v, err := method(f.Function, x, axes...)
	axes = slices.Clone(axes)
	return f.record(v, err, op, axes, func(g compute.Function, in []compute.Value) (compute.Value, error) { return method(g, in[0], axes...) }, x)
}

// ReduceSum implements compute.StandardOps.
func (f *Function) ReduceSum(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceSum, compute.Function.ReduceSum, x, axes)
}

// ReduceMax implements compute.StandardOps.
func (f *Function) ReduceMax(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceMax, compute.Function.ReduceMax, x, axes)
}

// ReduceMin implements compute.StandardOps.
func (f *Function) ReduceMin(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceMin, compute.Function.ReduceMin, x, axes)
}

// ReduceProduct implements compute.StandardOps.
func (f *Function) ReduceProduct(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceProduct, compute.Function.ReduceProduct, x, axes)
}

// ReduceLogicalAnd implements compute.StandardOps.
func (f *Function) ReduceLogicalAnd(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalAnd, compute.Function.ReduceLogicalAnd, x, axes)
}

// ReduceLogicalOr implements compute.StandardOps.
func (f *Function) ReduceLogicalOr(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalOr, compute.Function.ReduceLogicalOr, x, axes)
}

// ArgMinMax implements compute.StandardOps.
func (f *Function) ArgMinMax(x compute.Value, axis int, dtype dtypes.DType, isMin bool) (compute.Value, error) {
	v, err := f.Function.ArgMinMax(x, axis, dtype, isMin)
	return f.record(v, err, compute.OpTypeArgMinMax, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.ArgMinMax(in[0], axis, dtype, isMin)
	}, x)
}

// CumSum implements compute.StandardOps.
func (f *Function) CumSum(x compute.Value, axis int, options compute.CumSumOptions) (compute.Value, error) {
	v, err := f.Function.CumSum(x, axis, options)
	return f.record(v, err, compute.OpTypeCumSum, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.CumSum(in[0], axis, options)
	}, x)
}

// Contraction is the axes of a product.
type Contraction struct{ LhsAxes, LhsBatch, RhsAxes, RhsBatch []int }

// DotGeneral implements compute.StandardOps. Factors whose axes do not lie as products are computed, batch axes first and the
// contracted ones first or last of the others, are transposed first.
func (f *Function) DotGeneral(lhs compute.Value, lhsAxes, lhsBatch []int, rhs compute.Value, rhsAxes, rhsBatch []int, config compute.DotGeneralConfig) (compute.Value, error) {
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
	return f.record(v, err, compute.OpTypeDotGeneral, attr, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.DotGeneral(in[0], c.LhsAxes, c.LhsBatch, in[1], c.RhsAxes, c.RhsBatch, config)
	}, lhs, rhs)
}

// inPlace transposes a factor of a product, unless its batch axes come first and its contracted ones are the first or last of the
// others. The axis that lies closest in memory stays so where it can. What is no factor is left to DotGeneral to refuse.
func (f *Function) inPlace(x compute.Value, axes, batch []int) (compute.Value, []int, []int) {
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
	return turned, counted(at, len(axes)), counted(0, first)
}

// counted is first, first+1, … first+n−1.
func counted(first, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = first + i
	}
	return list
}

// Run reports whether axes are first, first+1, …
func Run(axes []int, first int) bool {
	for i, axis := range axes {
		if axis != first+i {
			return false
		}
	}
	return true
}

// scatter is one of the scatters.
type scatter func(f compute.Function, x, indices, updates compute.Value, vectorAxis int, window, inserted, axes []int, sorted, unique bool) (compute.Value, error)

func (f *Function) scatter(op compute.OpType, method scatter, x, indices, updates compute.Value, vectorAxis int, window, inserted, axes []int, sorted, unique bool) (compute.Value, error) {
	v, err := method(f.Function, x, indices, updates, vectorAxis, window, inserted, axes, sorted, unique)
	window, inserted, axes = slices.Clone(window), slices.Clone(inserted), slices.Clone(axes)
	return f.record(v, err, op, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return method(g, in[0], in[1], in[2], vectorAxis, window, inserted, axes, sorted, unique)
	}, x, indices, updates)
}

// ScatterSum implements compute.StandardOps.
func (f *Function) ScatterSum(x, indices, updates compute.Value, vectorAxis int, window, inserted, axes []int, sorted, unique bool) (compute.Value, error) {
	return f.scatter(compute.OpTypeScatterSum, compute.Function.ScatterSum, x, indices, updates, vectorAxis, window, inserted, axes, sorted, unique)
}

// ConvGeneral implements compute.StandardOps.
func (f *Function) ConvGeneral(x, kernel compute.Value, axes compute.ConvolveAxesConfig, strides []int, paddings [][2]int, inputDilations, kernelDilations []int, channelGroups, batchGroups int) (compute.Value, error) {
	v, err := f.Function.ConvGeneral(x, kernel, axes, strides, paddings, inputDilations, kernelDilations, channelGroups, batchGroups)
	axes, strides, paddings = axes.Clone(), slices.Clone(strides), slices.Clone(paddings)
	inputDilations, kernelDilations = slices.Clone(inputDilations), slices.Clone(kernelDilations)
	return f.record(v, err, compute.OpTypeConvGeneral, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) {
		return g.ConvGeneral(in[0], in[1], axes, strides, paddings, inputDilations, kernelDilations, channelGroups, batchGroups)
	}, x, kernel)
}
