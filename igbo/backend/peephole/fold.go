package peephole

import (
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// constantLimit is the maximum number of elements of a constant that is reshaped or repeated at build time.
const constantLimit = 1 << 14

// Constant implements compute.Function. It records the data of small constants.
func (f *function) Constant(flat any, dims ...int) (compute.Value, error) {
	v, err := f.Function.Constant(flat, dims...)
	if err != nil || reflect.ValueOf(flat).Len() > constantLimit || reflect.ValueOf(flat).Len() == 0 {
		return v, err
	}
	f.define(v, func(d *definition) { d.constant, d.splat = clone(flat), splat(flat) })
	return v, nil
}

// clone returns a copy of a slice of any type.
func clone(flat any) any {
	source := reflect.ValueOf(flat)
	return reflect.AppendSlice(reflect.MakeSlice(source.Type(), 0, source.Len()), source).Interface()
}

// splat returns the common value of all elements of a float32 or float64 slice, or nil if they differ.
func splat(flat any) *float64 {
	switch flat := flat.(type) {
	case []float32:
		return agree(flat)
	case []float64:
		return agree(flat)
	}
	return nil
}

func agree[T float32 | float64](flat []T) *float64 {
	for _, v := range flat {
		if v != flat[0] {
			return nil
		}
	}
	v := float64(flat[0])
	return &v
}

// splatOf returns a constant of the given dimensions with all elements equal to v.
func (f *function) splatOf(dtype dtypes.DType, v float64, dims ...int) (compute.Value, error) {
	n := elements(dims)
	if dtype == dtypes.Float32 {
		return f.Constant(slices.Repeat([]float32{float32(v)}, n), dims...)
	}
	return f.Constant(slices.Repeat([]float64{v}, n), dims...)
}

// Add implements compute.StandardOps.
func (f *function) Add(lhs, rhs compute.Value) (compute.Value, error) {
	if v, ok := f.fold(lhs, rhs, func(a, b float64) float64 { return a + b }); ok {
		return v, nil
	}
	v, err := f.Function.Add(f.align(lhs, rhs))
	if err == nil {
		f.defineStep(v, lhs, rhs)
		f.defineStep(v, rhs, lhs)
	}
	return v, err
}

// Sub implements compute.StandardOps. It rewrites x − 0 to x.
func (f *function) Sub(lhs, rhs compute.Value) (compute.Value, error) {
	if v, ok := f.fold(lhs, rhs, func(a, b float64) float64 { return a - b }); ok {
		return v, nil
	}
	if f.neutral(lhs, rhs, 0) {
		return lhs, nil
	}
	return f.Function.Sub(f.align(lhs, rhs))
}

// Mul implements compute.StandardOps. It rewrites 1·x to x.
func (f *function) Mul(lhs, rhs compute.Value) (compute.Value, error) {
	if v, ok := f.fold(lhs, rhs, func(a, b float64) float64 { return a * b }); ok {
		return v, nil
	}
	if f.neutral(lhs, rhs, 1) {
		return lhs, nil
	}
	if f.neutral(rhs, lhs, 1) {
		return rhs, nil
	}
	return f.Function.Mul(f.align(lhs, rhs))
}

// Div implements compute.StandardOps. It rewrites x/1 to x. It does not broadcast divisors by a product, because that may
// lose the sign of a zero.
func (f *function) Div(lhs, rhs compute.Value) (compute.Value, error) {
	if v, ok := f.fold(lhs, rhs, func(a, b float64) float64 { return a / b }); ok {
		return v, nil
	}
	if f.neutral(lhs, rhs, 1) {
		return lhs, nil
	}
	return f.Function.Div(lhs, rhs)
}

// Max implements compute.StandardOps.
func (f *function) Max(lhs, rhs compute.Value) (compute.Value, error) {
	return f.Function.Max(f.align(lhs, rhs))
}

// Min implements compute.StandardOps.
func (f *function) Min(lhs, rhs compute.Value) (compute.Value, error) {
	return f.Function.Min(f.align(lhs, rhs))
}

// fold computes an operation on two constants, each with equal elements. It computes in float64 and then rounds to the
// result type; for +, −, × and / of float32 values, this gives the same result as computing in float32.
func (f *function) fold(lhs, rhs compute.Value, op func(a, b float64) float64) (compute.Value, bool) {
	a, b := f.definitions[lhs].splat, f.definitions[rhs].splat
	if a == nil || b == nil {
		return nil, false
	}
	out, ok := f.together(lhs, rhs)
	if !ok || !real(out.DType) {
		return nil, false
	}
	one, err := f.splatOf(out.DType, op(*a, *b), unit(out)...)
	if err != nil || out.Size() == 1 {
		return first(one, err)
	}
	return first(f.BroadcastInDim(one, out, others(nil, out.Rank())))
}

// neutral reports whether all elements of y equal value, and x has the shape of the result.
func (f *function) neutral(x, y compute.Value, value float64) bool {
	s := f.definitions[y].splat
	if s == nil || *s != value {
		return false
	}
	out, ok := f.together(x, y)
	shape, known := f.static(x)
	return ok && known && shape.Equal(out)
}

// together returns the result shape of an operation on two values. They must have the same rank, or one must be a scalar.
func (f *function) together(lhs, rhs compute.Value) (shapes.Shape, bool) {
	a, okA := f.static(lhs)
	b, okB := f.static(rhs)
	switch {
	case !okA || !okB || a.DType != b.DType:
		return shapes.Shape{}, false
	case b.Rank() == 0:
		return a, true
	case a.Rank() == 0:
		return b, true
	case a.Rank() != b.Rank():
		return shapes.Shape{}, false
	}
	out := a.Clone()
	for axis, d := range b.Dimensions {
		if out.Dimensions[axis] != d && out.Dimensions[axis] != 1 && d != 1 {
			return shapes.Shape{}, false
		}
		out.Dimensions[axis] = max(out.Dimensions[axis], d)
	}
	return out, true
}

// align broadcasts the operands to a common shape if the backend would otherwise visit them through an index iterator.
func (f *function) align(lhs, rhs compute.Value) (x, y compute.Value) {
	out, ok := f.together(lhs, rhs)
	if !ok {
		return lhs, rhs
	}
	a, _ := f.static(lhs)
	b, _ := f.static(rhs)
	if a.Size() == 1 || b.Size() == 1 || a.Equal(b) {
		return lhs, rhs
	}
	x, okX := f.expand(lhs, out.DType, a.Dimensions, out.Dimensions)
	y, okY := f.expand(rhs, out.DType, b.Dimensions, out.Dimensions)
	if !okX || !okY {
		return lhs, rhs
	}
	return x, y
}
