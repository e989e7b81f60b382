package peephole

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/support/xslices"
)

const (
	// smallProduct is the maximum number of multiplications for which A·Bᵀ is faster with B transposed first. A must have
	// at least `narrow` rows.
	smallProduct = 1 << 22
	narrow       = 16
)

// product is a matrix product without batch axes. It contracts the axes of both operands in pairs.
type product struct {
	lhs, rhs           compute.Value
	lhsAxes, rhsAxes   []int
	lhsCross, rhsCross int // the number of axes of each operand in the result
}

// swaps reports whether permuting the axes of the result exchanges the operands.
func (p *product) swaps(permutation []int) bool {
	if len(permutation) != p.lhsCross+p.rhsCross {
		return false
	}
	for i, axis := range permutation {
		if axis != (i+p.lhsCross)%len(permutation) {
			return false
		}
	}
	return true
}

// factor is an operand of a product, viewed as a matrix: one dimension combines the contracted axes, the other the cross
// axes, which remain in the result.
type factor struct {
	value                 compute.Value
	dims                  []int // dimensions of the cross axes
	cross, contract       int   // number of elements
	crossFirst, crossLast bool  // order of the axes in memory; both are true for a vector
}

// DotGeneral implements compute.StandardOps. It reorders and reshapes the operands to avoid a transpose in the backend if
// possible.
func (f *function) DotGeneral(
	lhs compute.Value, lhsAxes, lhsBatch []int,
	rhs compute.Value, rhsAxes, rhsBatch []int, config compute.DotGeneralConfig,
) (compute.Value, error) {
	if len(lhsBatch)+len(rhsBatch) > 0 || config != (compute.DotGeneralConfig{}) || len(lhsAxes) != len(rhsAxes) {
		return f.Function.DotGeneral(lhs, lhsAxes, lhsBatch, rhs, rhsAxes, rhsBatch, config)
	}
	a, okA := f.factor(lhs, lhsAxes)
	b, okB := f.factor(rhs, rhsAxes)
	known := okA && okB && a.contract == b.contract
	if known {
		if v, ok := f.multiply(a, b); ok {
			f.defineProduct(v, lhs, rhs, lhsAxes, rhsAxes, a, b)
			return v, nil
		}
	}
	v, err := f.Function.DotGeneral(lhs, lhsAxes, nil, rhs, rhsAxes, nil, config)
	if err == nil && known {
		f.defineProduct(v, lhs, rhs, lhsAxes, rhsAxes, a, b)
	}
	return v, err
}

func (f *function) defineProduct(v, lhs, rhs compute.Value, lhsAxes, rhsAxes []int, a, b factor) {
	p := &product{lhs, rhs, slices.Clone(lhsAxes), slices.Clone(rhsAxes), len(a.dims), len(b.dims)}
	f.define(v, func(d *definition) { d.product = p })
}

func (f *function) factor(v compute.Value, axes []int) (factor, bool) {
	shape, ok := f.static(v)
	if !ok || !valid(axes, shape.Rank()) {
		return factor{}, false
	}
	cross := others(axes, shape.Rank())
	fa := factor{value: v, contract: size(shape.Dimensions, axes), cross: size(shape.Dimensions, cross), dims: xslices.Gather(shape.Dimensions, cross)}
	kept, summed := nonUnit(shape.Dimensions, cross), nonUnit(shape.Dimensions, axes)
	fa.crossFirst = slices.IsSorted(slices.Concat(kept, summed))
	fa.crossLast = slices.IsSorted(slices.Concat(summed, kept))
	return fa, true
}

// multiply builds a·b without a transpose in the backend, or returns false.
func (f *function) multiply(a, b factor) (compute.Value, bool) {
	dims := slices.Concat(a.dims, b.dims)
	switch {
	case a.crossFirst && b.crossLast: // A·B
		return f.plain(a, b, dims)
	case a.crossLast && b.crossFirst && (a.cross == 1 || b.cross == 1): // vector operand: (Bᵀ·Aᵀ)ᵀ is a reshape
		return f.plain(b, a, dims)
	case f.turns:
		return f.turned(a, b, dims)
	case a.crossFirst && b.crossFirst && a.cross >= narrow && a.cross*a.contract*b.cross <= smallProduct: // A·Bᵀ
		return f.transposeSecond(a, b, dims)
	case a.crossLast && b.crossLast: // Aᵀ·B: the backend would transpose both operands
		return f.transposedPlain(a, b, dims)
	}
	return nil, false
}

// plain builds the product of a [M,K] and b [K,N] and reshapes it to dims.
func (f *function) plain(a, b factor, dims []int) (compute.Value, bool) {
	lhs, err := f.Reshape(a.value, a.cross, a.contract)
	if err != nil {
		return nil, false
	}
	rhs, err := f.Reshape(b.value, b.contract, b.cross)
	if err != nil {
		return nil, false
	}
	v, err := f.Function.DotGeneral(lhs, []int{1}, nil, rhs, []int{0}, nil, compute.DotGeneralConfig{})
	if err != nil {
		return nil, false
	}
	return first(f.Reshape(v, dims...))
}

// turned builds the product of two matrices, one or both transposed, without moving their elements.
func (f *function) turned(a, b factor, dims []int) (compute.Value, bool) {
	if !a.crossFirst && !a.crossLast || !b.crossFirst && !b.crossLast {
		return nil, false
	}
	matrix := func(x factor, rows bool) (compute.Value, error) {
		if rows {
			return f.Reshape(x.value, x.cross, x.contract)
		}
		return f.Reshape(x.value, x.contract, x.cross)
	}
	axis := map[bool]int{false: 0, true: 1}
	lhs, err := matrix(a, a.crossFirst)
	if err != nil {
		return nil, false
	}
	rhs, err := matrix(b, !b.crossLast)
	if err != nil {
		return nil, false
	}
	v, err := f.Function.DotGeneral(lhs, []int{axis[a.crossFirst]}, nil, rhs, []int{axis[!b.crossLast]}, nil, compute.DotGeneralConfig{})
	if err != nil {
		return nil, false
	}
	return first(f.Reshape(v, dims...))
}

// transposeSecond builds a·bᵀ of a [M,K] and b [N,K].
func (f *function) transposeSecond(a, b factor, dims []int) (compute.Value, bool) {
	rhs, err := f.Reshape(b.value, b.cross, b.contract)
	if err != nil {
		return nil, false
	}
	if rhs, err = f.Transpose(rhs, 1, 0); err != nil {
		return nil, false
	}
	return f.plain(a, factor{value: rhs, cross: b.cross, contract: b.contract}, dims)
}

// transposedPlain builds aᵀ·b of a [K,M] and b [K,N]. It transposes the smaller operand. If that is b, it also transposes
// the result.
func (f *function) transposedPlain(a, b factor, dims []int) (compute.Value, bool) {
	if b.cross < a.cross {
		v, ok := f.transposedPlain(b, a, []int{b.cross, a.cross})
		if !ok {
			return nil, false
		}
		v, err := f.Function.Transpose(v, 1, 0)
		if err != nil {
			return nil, false
		}
		return first(f.Reshape(v, dims...))
	}
	lhs, err := f.Reshape(a.value, a.contract, a.cross)
	if err != nil {
		return nil, false
	}
	lhs, err = f.Transpose(lhs, 1, 0)
	if err != nil {
		return nil, false
	}
	return f.plain(factor{value: lhs, cross: a.cross, contract: a.contract}, b, dims)
}
