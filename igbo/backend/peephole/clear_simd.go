//go:build amd64 && goexperiment.simd

package peephole

import "github.com/gomlx/compute"

// The SIMD products of the embedded backend (compute up to v0.1.6) leave the upper
// halves of the vector registers set. Until something clears them, the assembly
// of math.Exp and its kin takes about 1 µs a call instead of 5 ns; a GRU trains
// 6 times slower. Go's copy clears them when it moves between 257 and 2047
// bytes, so these operations get their operand through such a copy. The values
// stay the same, bit for bit.

const (
	clearingMin = 257  // bytes that copy moves by AVX at least
	clearingMax = 2047 // and at most: above, it may use REP MOVS, which clears nothing
)

// Exp implements compute.StandardOps with cleared vector registers.
func (f *function) Exp(x compute.Value) (compute.Value, error) {
	return f.cleared(x, f.Function.Exp)
}

// Tanh implements compute.StandardOps with cleared vector registers.
func (f *function) Tanh(x compute.Value) (compute.Value, error) {
	return f.cleared(x, f.Function.Tanh)
}

// Logistic implements compute.StandardOps with cleared vector registers.
func (f *function) Logistic(x compute.Value) (compute.Value, error) {
	return f.cleared(x, f.Function.Logistic)
}

// Erf implements compute.StandardOps with cleared vector registers.
func (f *function) Erf(x compute.Value) (compute.Value, error) {
	return f.cleared(x, f.Function.Erf)
}

// cleared applies op to a copy of x, made in blocks that clear the registers;
// to x itself where it does not part into such blocks.
func (f *function) cleared(x compute.Value, op func(compute.Value) (compute.Value, error)) (compute.Value, error) {
	shape, ok := f.static(x)
	if !ok {
		return op(x)
	}
	block := clearingBlock(shape.Size(), shape.DType.Size())
	if block == 0 {
		return op(x)
	}
	y, err := f.Function.Reshape(x, shape.Size()/block, block)
	if err != nil {
		return nil, err
	}
	if y, err = f.Function.Concatenate(1, y); err != nil {
		return nil, err
	}
	if y, err = op(y); err != nil {
		return nil, err
	}
	return f.Function.Reshape(y, shape.Dimensions...)
}

// clearingBlock is the largest number of elements of a size in bytes that parts
// n elements and whose copy clears the registers; 0 where there is none.
func clearingBlock(n, size int) int {
	for block := clearingMax / size; block*size >= clearingMin; block-- {
		if n%block == 0 {
			return block
		}
	}
	return 0
}
