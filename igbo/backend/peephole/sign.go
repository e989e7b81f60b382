package peephole

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// branchLimit is the minimum number of elements for which the rewrite is faster than the backend's Sign, which branches
// on every element.
const branchLimit = 128

// step is the sum sign(of) + shift, with a constant shift in (0, 1]. The sign of this sum is a step function. Such
// functions occur in the gradients of max(x, 0) and |x|.
type step struct {
	of    compute.Value
	shift float64
}

// Sign implements compute.StandardOps. It replaces the sign of a step by a comparison:
//
//	sign(sign(x) + 1) = 1 − [x < 0],   sign(sign(x) + c) = 1 − 2·[x < 0] for 0 < c < 1
func (f *function) Sign(x compute.Value) (compute.Value, error) {
	if s := f.definitions[x].step; s != nil {
		if v, ok := f.heaviside(*s); ok {
			return v, nil
		}
	}
	v, err := f.Function.Sign(x)
	if err == nil {
		f.define(v, func(d *definition) { d.sign = x })
	}
	return v, err
}

// defineStep records that v is the sum of a sign and a constant in (0, 1], if this is the case.
func (f *function) defineStep(v, sign, shift compute.Value) {
	of, c := f.definitions[sign].sign, f.definitions[shift].splat
	if of == nil || c == nil || *c <= 0 || *c > 1 {
		return
	}
	a, okA := f.static(v)
	b, okB := f.static(of)
	if okA && okB && a.Equal(b) {
		f.define(v, func(d *definition) { d.step = &step{of, *c} })
	}
}

// heaviside builds the sign of a step.
func (f *function) heaviside(s step) (compute.Value, bool) {
	shape, ok := f.static(s.of)
	if !ok || !real(shape.DType) || shape.Size() < branchLimit {
		return nil, false
	}
	height := 2.0
	if s.shift == 1 {
		height = 1
	}
	v, ok := f.negative(s.of, shape)
	if !ok {
		return nil, false
	}
	if v, ok = f.scale(v, shape, height); !ok {
		return nil, false
	}
	one, err := f.splatOf(shape.DType, 1, unit(shape)...)
	if err != nil {
		return nil, false
	}
	return first(f.Function.Sub(one, v))
}

// negative builds the indicator [x < 0]. A bool is one byte, 0 or 1, so a bitcast to uint8 is exact.
func (f *function) negative(x compute.Value, shape shapes.Shape) (compute.Value, bool) {
	zero, err := f.splatOf(shape.DType, 0, unit(shape)...)
	if err != nil {
		return nil, false
	}
	v, err := f.Function.LessThan(x, zero)
	if err != nil {
		return nil, false
	}
	if v, err = f.Function.Bitcast(v, dtypes.Uint8); err != nil {
		return nil, false
	}
	return first(f.Function.ConvertDType(v, shape.DType))
}

// scale builds c·x.
func (f *function) scale(x compute.Value, shape shapes.Shape, c float64) (compute.Value, bool) {
	if c == 1 {
		return x, true
	}
	factor, err := f.splatOf(shape.DType, c, unit(shape)...)
	if err != nil {
		return nil, false
	}
	return first(f.Function.Mul(x, factor))
}

// unit returns as many ones as shape has axes.
func unit(shape shapes.Shape) []int {
	return slices.Repeat([]int{1}, shape.Rank())
}
