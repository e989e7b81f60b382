package program

import (
	"math"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerUnary makes the task of a function of single elements.
func lowerUnary(n *node, s *vector.Set) (task, bool) {
	x := n.inputs[0]
	if x.size() != n.size() {
		return task{}, false
	}
	if n.op == compute.OpTypeLogicalNot && x.dtype() == dtypes.Bool {
		return elementwise(n, mapped(x.id, n.id, not), arithmeticCost), true
	}
	cost := arithmeticCost
	switch n.op {
	case compute.OpTypeExp, compute.OpTypeLog, compute.OpTypeTanh, compute.OpTypeLogistic, compute.OpTypeErf,
		compute.OpTypeExpm1, compute.OpTypeLog1p, compute.OpTypeSin, compute.OpTypeCos:
		cost = transcendentalCost
	}
	if f := s.Unary[n.op.String()]; f != nil && n.dtype() == dtypes.Float32 && x.dtype() == dtypes.Float32 {
		return elementwise(n, mapped(x.id, n.id, f), vectorCost(s, cost)), true
	}
	switch {
	case n.dtype() != x.dtype():
		return task{}, false
	case n.dtype() == dtypes.Float32:
		if f := unaryOf[float32](n.op); f != nil {
			return elementwise(n, mapped(x.id, n.id, f), cost), true
		}
	case n.dtype() == dtypes.Float64:
		if f := unaryOf[float64](n.op); f != nil {
			return elementwise(n, mapped(x.id, n.id, f), cost), true
		}
	}
	return task{}, false
}

// mapped is the kernel of a function of slices.
func mapped[S, T any](x, y int, f func(y []T, x []S)) kernel {
	return func(p []unsafe.Pointer, lo, hi int) { f(window[T](p[y], lo, hi), window[S](p[x], lo, hi)) }
}

func not(y, x []bool) {
	for i, v := range x {
		y[i] = !v
	}
}

// unaryOf is an operation on slices in float64: y = f(x); nil where there is none.
func unaryOf[T floating](op compute.OpType) func(y, x []T) {
	switch op {
	case compute.OpTypeNeg:
		return func(y, x []T) {
			for i, v := range x {
				y[i] = -v
			}
		}
	case compute.OpTypeAbs:
		return each[T](math.Abs)
	case compute.OpTypeSign:
		return each[T](signOf)
	case compute.OpTypeSqrt:
		return func(y, x []T) {
			for i, v := range x {
				y[i] = T(math.Sqrt(float64(v)))
			}
		}
	case compute.OpTypeRsqrt:
		return each[T](func(v float64) float64 { return 1 / math.Sqrt(v) })
	case compute.OpTypeLogistic:
		return each[T](logistic)
	case compute.OpTypeExp:
		return each[T](exp)
	case compute.OpTypeExpm1:
		return each[T](math.Expm1)
	case compute.OpTypeLog:
		return each[T](log)
	case compute.OpTypeLog1p:
		return each[T](math.Log1p)
	case compute.OpTypeTanh:
		return each[T](math.Tanh)
	case compute.OpTypeErf:
		return each[T](math.Erf)
	case compute.OpTypeSin:
		return each[T](math.Sin)
	case compute.OpTypeCos:
		return each[T](math.Cos)
	case compute.OpTypeCeil:
		return each[T](math.Ceil)
	case compute.OpTypeFloor:
		return each[T](math.Floor)
	case compute.OpTypeRound:
		return each[T](math.RoundToEven)
	}
	return nil
}

// each applies f in float64.
func each[T floating](f func(float64) float64) func(y, x []T) {
	return func(y, x []T) {
		for i, v := range x {
			y[i] = T(f(float64(v)))
		}
	}
}
