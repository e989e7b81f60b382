package peephole

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
)

// onesLimit is the maximum number of elements of a constant of ones.
const onesLimit = 1 << 16

// onesKey is the type and shape of a constant of ones.
type onesKey struct {
	dtype      dtypes.DType
	rows, cols int
}

// real reports whether a type is float32 or float64.
func real(dtype dtypes.DType) bool { return dtype == dtypes.Float32 || dtype == dtypes.Float64 }

// onesOf returns a constant [rows, cols] of ones, or false if it would be too large.
func (f *function) onesOf(dtype dtypes.DType, rows, cols int) (compute.Value, bool) {
	key := onesKey{dtype, rows, cols}
	if v, ok := f.ones[key]; ok {
		return v, true
	}
	if rows*cols > onesLimit {
		return nil, false
	}
	v, err := f.splatOf(dtype, 1, rows, cols)
	if err != nil {
		return nil, false
	}
	f.ones[key] = v
	return v, true
}

// ReduceSum implements compute.StandardOps. It computes a sum over leading, trailing or all axes as a product with ones.
func (f *function) ReduceSum(x compute.Value, axes ...int) (compute.Value, error) {
	if v, ok := f.sum(x, axes); ok {
		return v, nil
	}
	return f.Function.ReduceSum(x, axes...)
}

func (f *function) sum(x compute.Value, axes []int) (compute.Value, bool) {
	shape, ok := f.static(x)
	if !ok || !valid(axes, shape.Rank()) {
		return nil, false
	}
	kept := others(axes, shape.Rank())
	if len(axes) == 0 {
		axes, kept = kept, nil
	}
	dims := xslices.Gather(shape.Dimensions, kept)
	rows, n := size(shape.Dimensions, kept), size(shape.Dimensions, axes)
	if n == 1 {
		return first(f.Reshape(x, dims...))
	}
	if !real(shape.DType) {
		return nil, false
	}
	kept, axes = nonUnit(shape.Dimensions, kept), nonUnit(shape.Dimensions, axes)
	slices.Sort(axes)
	switch {
	case slices.IsSorted(slices.Concat(kept, axes)):
		return f.sumRows(x, shape.DType, rows, n, dims)
	case slices.IsSorted(slices.Concat(axes, kept)):
		return f.sumColumns(x, shape.DType, n, rows, dims)
	}
	return nil, false
}

// sumRows sums the rows of x [rows, n]. It sums long rows in several passes over parts of equal length.
func (f *function) sumRows(x compute.Value, dtype dtypes.DType, rows, n int, dims []int) (compute.Value, bool) {
	ok := true
	for n > 1 && ok {
		part := divisor(n)
		n /= part
		shape := dims
		if n > 1 {
			shape = []int{rows, n}
		}
		var ones compute.Value
		if ones, ok = f.onesOf(dtype, part, 1); ok {
			x, ok = f.plain(factor{value: x, cross: rows * n, contract: part}, factor{value: ones, cross: 1, contract: part}, shape)
		}
	}
	return x, ok
}

// divisor returns the largest divisor of n that is at most onesLimit, or n if that divisor is 1.
func divisor(n int) int {
	if n <= onesLimit {
		return n
	}
	for d := onesLimit; d > 1; d-- {
		if n%d == 0 {
			return d
		}
	}
	return n
}

// sumColumns sums the columns of x [n, cols].
func (f *function) sumColumns(x compute.Value, dtype dtypes.DType, n, cols int, dims []int) (compute.Value, bool) {
	ones, ok := f.onesOf(dtype, 1, n)
	if !ok {
		return nil, false
	}
	return f.plain(factor{value: ones, cross: 1, contract: n}, factor{value: x, cross: cols, contract: n}, dims)
}
