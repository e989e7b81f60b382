package record

import "github.com/gomlx/compute"

// Short names for what the methods of compute.StandardOps take and give.
type (
	value    = compute.Value
	function = compute.Function
)

// do adds an operation and records how it is added.
func (f *Function) do(op compute.OpType, attr any, add Replay, inputs ...value) (value, error) {
	v, err := add(f.Function, inputs)
	return f.record(v, err, op, attr, add, inputs...)
}

// The element-wise operations of compute.StandardOps, recorded, each as it is named there.

func (f *Function) unary(op compute.OpType, method func(f function, x value) (value, error), x value) (value, error) {
	return f.do(op, nil, func(g function, in []value) (value, error) { return method(g, in[0]) }, x)
}

func (f *Function) binary(op compute.OpType, method func(f function, x, y value) (value, error), x, y value) (value, error) {
	return f.do(op, nil, func(g function, in []value) (value, error) { return method(g, in[0], in[1]) }, x, y)
}

func (f *Function) Abs(x value) (value, error)  { return f.unary(compute.OpTypeAbs, function.Abs, x) }
func (f *Function) Ceil(x value) (value, error) { return f.unary(compute.OpTypeCeil, function.Ceil, x) }
func (f *Function) Cos(x value) (value, error)  { return f.unary(compute.OpTypeCos, function.Cos, x) }
func (f *Function) Erf(x value) (value, error)  { return f.unary(compute.OpTypeErf, function.Erf, x) }
func (f *Function) Exp(x value) (value, error)  { return f.unary(compute.OpTypeExp, function.Exp, x) }
func (f *Function) Expm1(x value) (value, error) {
	return f.unary(compute.OpTypeExpm1, function.Expm1, x)
}
func (f *Function) Floor(x value) (value, error) {
	return f.unary(compute.OpTypeFloor, function.Floor, x)
}
func (f *Function) IsFinite(x value) (value, error) {
	return f.unary(compute.OpTypeIsFinite, function.IsFinite, x)
}
func (f *Function) IsNaN(x value) (value, error) {
	return f.unary(compute.OpTypeIsNaN, function.IsNaN, x)
}
func (f *Function) Log(x value) (value, error) { return f.unary(compute.OpTypeLog, function.Log, x) }
func (f *Function) Log1p(x value) (value, error) {
	return f.unary(compute.OpTypeLog1p, function.Log1p, x)
}
func (f *Function) Logistic(x value) (value, error) {
	return f.unary(compute.OpTypeLogistic, function.Logistic, x)
}
func (f *Function) Neg(x value) (value, error) { return f.unary(compute.OpTypeNeg, function.Neg, x) }
func (f *Function) Round(x value) (value, error) {
	return f.unary(compute.OpTypeRound, function.Round, x)
}
func (f *Function) Rsqrt(x value) (value, error) {
	return f.unary(compute.OpTypeRsqrt, function.Rsqrt, x)
}
func (f *Function) Sign(x value) (value, error) { return f.unary(compute.OpTypeSign, function.Sign, x) }
func (f *Function) Sin(x value) (value, error)  { return f.unary(compute.OpTypeSin, function.Sin, x) }
func (f *Function) Sqrt(x value) (value, error) { return f.unary(compute.OpTypeSqrt, function.Sqrt, x) }
func (f *Function) Tanh(x value) (value, error) { return f.unary(compute.OpTypeTanh, function.Tanh, x) }
func (f *Function) LogicalNot(x value) (value, error) {
	return f.unary(compute.OpTypeLogicalNot, function.LogicalNot, x)
}
func (f *Function) Identity(x value) (value, error) {
	return f.unary(compute.OpTypeIdentity, function.Identity, x)
}
func (f *Function) BitwiseNot(x value) (value, error) {
	return f.unary(compute.OpTypeBitwiseNot, function.BitwiseNot, x)
}
func (f *Function) BitCount(x value) (value, error) {
	return f.unary(compute.OpTypeBitCount, function.BitCount, x)
}
func (f *Function) Clz(x value) (value, error) { return f.unary(compute.OpTypeClz, function.Clz, x) }

func (f *Function) Add(x, y value) (value, error) {
	return f.binary(compute.OpTypeAdd, function.Add, x, y)
}
func (f *Function) Sub(x, y value) (value, error) {
	return f.binary(compute.OpTypeSub, function.Sub, x, y)
}
func (f *Function) Mul(x, y value) (value, error) {
	return f.binary(compute.OpTypeMul, function.Mul, x, y)
}
func (f *Function) Div(x, y value) (value, error) {
	return f.binary(compute.OpTypeDiv, function.Div, x, y)
}
func (f *Function) Max(x, y value) (value, error) {
	return f.binary(compute.OpTypeMax, function.Max, x, y)
}
func (f *Function) Min(x, y value) (value, error) {
	return f.binary(compute.OpTypeMin, function.Min, x, y)
}
func (f *Function) Pow(x, y value) (value, error) {
	return f.binary(compute.OpTypePow, function.Pow, x, y)
}
func (f *Function) Rem(x, y value) (value, error) {
	return f.binary(compute.OpTypeRem, function.Rem, x, y)
}
func (f *Function) Atan2(x, y value) (value, error) {
	return f.binary(compute.OpTypeAtan2, function.Atan2, x, y)
}
func (f *Function) Equal(x, y value) (value, error) {
	return f.binary(compute.OpTypeEqual, function.Equal, x, y)
}
func (f *Function) NotEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeNotEqual, function.NotEqual, x, y)
}
func (f *Function) GreaterThan(x, y value) (value, error) {
	return f.binary(compute.OpTypeGreaterThan, function.GreaterThan, x, y)
}
func (f *Function) GreaterOrEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeGreaterOrEqual, function.GreaterOrEqual, x, y)
}
func (f *Function) LessThan(x, y value) (value, error) {
	return f.binary(compute.OpTypeLessThan, function.LessThan, x, y)
}
func (f *Function) LessOrEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeLessOrEqual, function.LessOrEqual, x, y)
}
func (f *Function) LogicalAnd(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalAnd, function.LogicalAnd, x, y)
}
func (f *Function) LogicalOr(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalOr, function.LogicalOr, x, y)
}
func (f *Function) LogicalXor(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalXor, function.LogicalXor, x, y)
}
func (f *Function) BitwiseAnd(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseAnd, function.BitwiseAnd, x, y)
}
func (f *Function) BitwiseOr(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseOr, function.BitwiseOr, x, y)
}
func (f *Function) BitwiseXor(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseXor, function.BitwiseXor, x, y)
}
func (f *Function) ShiftLeft(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftLeft, function.ShiftLeft, x, y)
}
func (f *Function) ShiftRightArithmetic(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftRightArithmetic, function.ShiftRightArithmetic, x, y)
}
func (f *Function) ShiftRightLogical(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftRightLogical, function.ShiftRightLogical, x, y)
}
