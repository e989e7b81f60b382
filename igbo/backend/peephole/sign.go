package peephole

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// branchLimit is the smallest size for which operations without branches beat
// one that branches on every element.
const branchLimit = 128

// step is the sum of the sign of a value and a constant in (0, 1]. Its sign is
// a step function, of which gradients at kinks are made: of max(x, 0), |x|.
type step struct {
	of    compute.Value
	shift float64
}

// Sign implements compute.StandardOps: the sign of a step is taken by one
// comparison.
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

// defineStep notes that v is the sum of a sign and a constant, if it is.
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

// heaviside builds the sign of a step. A bool is one byte, 0 or 1.
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

// negative is 1 where x < 0, else 0.
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

// scale is c·x.
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

// unit is the dimensions of one element with the rank of the shape.
func unit(shape shapes.Shape) []int {
	return slices.Repeat([]int{1}, shape.Rank())
}
