package kernel

import (
	"math"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// lowerUnary returns the task of an element-wise operation with one operand.
func lowerUnary(n *record.Node, s *vector.Set) (task.Task, bool) {
	x := n.Inputs[0]
	if x.Size() != n.Size() {
		return task.Task{}, false
	}
	if n.Op == compute.OpTypeLogicalNot && x.DType() == dtypes.Bool {
		return task.Elementwise(n, mapped(x.ID, n.ID, not), task.ArithmeticCost), true
	}
	cost := task.ArithmeticCost
	switch n.Op {
	case compute.OpTypeExp, compute.OpTypeLog, compute.OpTypeTanh, compute.OpTypeLogistic, compute.OpTypeErf,
		compute.OpTypeExpm1, compute.OpTypeLog1p, compute.OpTypeSin, compute.OpTypeCos:
		cost = task.TranscendentalCost
	}
	if f := s.Unary[n.Op.String()]; f != nil && n.DType() == dtypes.Float32 && x.DType() == dtypes.Float32 {
		return task.Elementwise(n, mapped(x.ID, n.ID, f), task.VectorCost(s, cost)), true
	}
	switch {
	case n.DType() != x.DType():
		return task.Task{}, false
	case n.DType() == dtypes.Float32:
		if f := unaryOf[float32](n.Op); f != nil {
			return task.Elementwise(n, mapped(x.ID, n.ID, f), cost), true
		}
	case n.DType() == dtypes.Float64:
		if f := unaryOf[float64](n.Op); f != nil {
			return task.Elementwise(n, mapped(x.ID, n.ID, f), cost), true
		}
	}
	return task.Task{}, false
}

// mapped returns the kernel that applies a function of slices.
func mapped[S, T any](x, y int, f func(y []T, x []S)) task.Kernel {
	return func(p []unsafe.Pointer, lo, hi int) { f(task.Window[T](p[y], lo, hi), task.Window[S](p[x], lo, hi)) }
}

func not(y, x []bool) {
	for i, v := range x {
		y[i] = !v
	}
}

// unaryOf returns a function that computes y = f(x) for slices, or nil if it does not support the operation.
func unaryOf[T task.Floating](op compute.OpType) func(y, x []T) {
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

// each returns a function that applies f, computed in float64, to a slice.
func each[T task.Floating](f func(float64) float64) func(y, x []T) {
	return func(y, x []T) {
		for i, v := range x {
			y[i] = T(f(float64(v)))
		}
	}
}
