//go:build amd64 && goexperiment.simd

package program

import (
	"simd/archsimd"
	"unsafe"

	"github.com/gomlx/compute"
)

// Functions of float32, 16 elements at a time.

// vectorUnary is an operation and its time for an element in nanoseconds; false where there is none.
func vectorUnary(op compute.OpType) (f func(y, x []float32), cost float64, ok bool) {
	if !vectors {
		return nil, 0, false
	}
	switch op {
	case compute.OpTypeNeg:
		return negate, vectorArithmeticCost, true
	case compute.OpTypeAbs:
		return magnitude, vectorArithmeticCost, true
	case compute.OpTypeSign:
		return signum, vectorArithmeticCost, true
	case compute.OpTypeSqrt:
		return squareRoot, 2 * vectorArithmeticCost, true
	case compute.OpTypeTanh:
		return hyperbolicTangent, arithmeticCost, true
	case compute.OpTypeExp:
		return exponential, arithmeticCost, true
	case compute.OpTypeLogistic:
		return sigmoid, arithmeticCost, true
	}
	return nil, 0, false
}

func negate(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		negative(v).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		negative(v).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func magnitude(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	zero := archsimd.BroadcastFloat32x16(0)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		negative(v).Merge(v, v.Less(zero)).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		negative(v).Merge(v, v.Less(zero)).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func signum(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		unit(v).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		unit(v).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func squareRoot(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		v.Sqrt().Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		v.Sqrt().StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func hyperbolicTangent(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		tanh16(v).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		tanh16(v).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func exponential(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		exp16(v).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		exp16(v).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func sigmoid(y, x []float32) {
	px, py, n := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(y)), len(x)
	i := 0
	for ; i+lanes <= n; i += lanes {
		v := load(px, i)
		logistic16(v).Store(lane(py, i))
	}
	if i < n {
		m := first(n - i)
		v := some(px, i, m)
		logistic16(v).StoreMasked(lane(py, i), m)
	}
	clearUpper()
}

func negative(v archsimd.Float32x16) archsimd.Float32x16 {
	return v.AsInt32x16().Xor(archsimd.BroadcastInt32x16(-1 << 31)).AsFloat32x16()
}

// unit is 1, −1 or 0, also for NaN.
func unit(v archsimd.Float32x16) archsimd.Float32x16 {
	zero, one := archsimd.BroadcastFloat32x16(0), archsimd.BroadcastFloat32x16(1)
	return one.Masked(v.Greater(zero)).Sub(one.Masked(v.Less(zero)))
}
