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

// Abs is |x|.
func (f *Function) Abs(x value) (value, error) { return f.unary(compute.OpTypeAbs, function.Abs, x) }

// Ceil is ⌈x⌉.
func (f *Function) Ceil(x value) (value, error) { return f.unary(compute.OpTypeCeil, function.Ceil, x) }

// Cos is cos x.
func (f *Function) Cos(x value) (value, error) { return f.unary(compute.OpTypeCos, function.Cos, x) }

// Erf is the error function of x.
func (f *Function) Erf(x value) (value, error) { return f.unary(compute.OpTypeErf, function.Erf, x) }

// Exp is eˣ.
func (f *Function) Exp(x value) (value, error) { return f.unary(compute.OpTypeExp, function.Exp, x) }

// Expm1 is eˣ − 1, exact for small x.
func (f *Function) Expm1(x value) (value, error) {
	return f.unary(compute.OpTypeExpm1, function.Expm1, x)
}

// Floor is ⌊x⌋.
func (f *Function) Floor(x value) (value, error) {
	return f.unary(compute.OpTypeFloor, function.Floor, x)
}

// IsFinite is whether x is neither infinite nor NaN.
func (f *Function) IsFinite(x value) (value, error) {
	return f.unary(compute.OpTypeIsFinite, function.IsFinite, x)
}

// IsNaN is whether x is NaN.
func (f *Function) IsNaN(x value) (value, error) {
	return f.unary(compute.OpTypeIsNaN, function.IsNaN, x)
}

// Log is log x.
func (f *Function) Log(x value) (value, error) { return f.unary(compute.OpTypeLog, function.Log, x) }

// Log1p is log(1 + x), exact for small x.
func (f *Function) Log1p(x value) (value, error) {
	return f.unary(compute.OpTypeLog1p, function.Log1p, x)
}

// Logistic is 1/(1 + e⁻ˣ).
func (f *Function) Logistic(x value) (value, error) {
	return f.unary(compute.OpTypeLogistic, function.Logistic, x)
}

// Neg is −x.
func (f *Function) Neg(x value) (value, error) { return f.unary(compute.OpTypeNeg, function.Neg, x) }

// Round is x rounded to the nearest whole number, halves to the even one.
func (f *Function) Round(x value) (value, error) {
	return f.unary(compute.OpTypeRound, function.Round, x)
}

// Rsqrt is 1/√x.
func (f *Function) Rsqrt(x value) (value, error) {
	return f.unary(compute.OpTypeRsqrt, function.Rsqrt, x)
}

// Sign is −1, 0 or 1, as x is.
func (f *Function) Sign(x value) (value, error) { return f.unary(compute.OpTypeSign, function.Sign, x) }

// Sin is sin x.
func (f *Function) Sin(x value) (value, error) { return f.unary(compute.OpTypeSin, function.Sin, x) }

// Sqrt is √x.
func (f *Function) Sqrt(x value) (value, error) { return f.unary(compute.OpTypeSqrt, function.Sqrt, x) }

// Tanh is tanh x.
func (f *Function) Tanh(x value) (value, error) { return f.unary(compute.OpTypeTanh, function.Tanh, x) }

// LogicalNot is ¬x of booleans.
func (f *Function) LogicalNot(x value) (value, error) {
	return f.unary(compute.OpTypeLogicalNot, function.LogicalNot, x)
}

// Identity is x.
func (f *Function) Identity(x value) (value, error) {
	return f.unary(compute.OpTypeIdentity, function.Identity, x)
}

// BitwiseNot is each bit of x flipped.
func (f *Function) BitwiseNot(x value) (value, error) {
	return f.unary(compute.OpTypeBitwiseNot, function.BitwiseNot, x)
}

// BitCount is how many bits of x are 1.
func (f *Function) BitCount(x value) (value, error) {
	return f.unary(compute.OpTypeBitCount, function.BitCount, x)
}

// Clz is how many bits before the first 1 of x are 0.
func (f *Function) Clz(x value) (value, error) { return f.unary(compute.OpTypeClz, function.Clz, x) }

// Add is x + y.
func (f *Function) Add(x, y value) (value, error) {
	return f.binary(compute.OpTypeAdd, function.Add, x, y)
}

// Sub is x − y.
func (f *Function) Sub(x, y value) (value, error) {
	return f.binary(compute.OpTypeSub, function.Sub, x, y)
}

// Mul is x · y.
func (f *Function) Mul(x, y value) (value, error) {
	return f.binary(compute.OpTypeMul, function.Mul, x, y)
}

// Div is x / y.
func (f *Function) Div(x, y value) (value, error) {
	return f.binary(compute.OpTypeDiv, function.Div, x, y)
}

// Max is the larger of x and y.
func (f *Function) Max(x, y value) (value, error) {
	return f.binary(compute.OpTypeMax, function.Max, x, y)
}

// Min is the smaller of x and y.
func (f *Function) Min(x, y value) (value, error) {
	return f.binary(compute.OpTypeMin, function.Min, x, y)
}

// Pow is xʸ.
func (f *Function) Pow(x, y value) (value, error) {
	return f.binary(compute.OpTypePow, function.Pow, x, y)
}

// Rem is what x / y leaves, with the sign of x.
func (f *Function) Rem(x, y value) (value, error) {
	return f.binary(compute.OpTypeRem, function.Rem, x, y)
}

// Atan2 is the angle of the point (y, x) at the origin, with x the height.
func (f *Function) Atan2(x, y value) (value, error) {
	return f.binary(compute.OpTypeAtan2, function.Atan2, x, y)
}

// Equal is x = y.
func (f *Function) Equal(x, y value) (value, error) {
	return f.binary(compute.OpTypeEqual, function.Equal, x, y)
}

// NotEqual is x ≠ y.
func (f *Function) NotEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeNotEqual, function.NotEqual, x, y)
}

// GreaterThan is x > y.
func (f *Function) GreaterThan(x, y value) (value, error) {
	return f.binary(compute.OpTypeGreaterThan, function.GreaterThan, x, y)
}

// GreaterOrEqual is x ≥ y.
func (f *Function) GreaterOrEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeGreaterOrEqual, function.GreaterOrEqual, x, y)
}

// LessThan is x < y.
func (f *Function) LessThan(x, y value) (value, error) {
	return f.binary(compute.OpTypeLessThan, function.LessThan, x, y)
}

// LessOrEqual is x ≤ y.
func (f *Function) LessOrEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeLessOrEqual, function.LessOrEqual, x, y)
}

// LogicalAnd is x ∧ y of booleans.
func (f *Function) LogicalAnd(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalAnd, function.LogicalAnd, x, y)
}

// LogicalOr is x ∨ y of booleans.
func (f *Function) LogicalOr(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalOr, function.LogicalOr, x, y)
}

// LogicalXor is whether one of the booleans x and y holds alone.
func (f *Function) LogicalXor(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalXor, function.LogicalXor, x, y)
}

// BitwiseAnd is the bits that x and y share.
func (f *Function) BitwiseAnd(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseAnd, function.BitwiseAnd, x, y)
}

// BitwiseOr is the bits that x or y has.
func (f *Function) BitwiseOr(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseOr, function.BitwiseOr, x, y)
}

// BitwiseXor is the bits that x or y has alone.
func (f *Function) BitwiseXor(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseXor, function.BitwiseXor, x, y)
}

// ShiftLeft is x with its bits moved up by y.
func (f *Function) ShiftLeft(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftLeft, function.ShiftLeft, x, y)
}

// ShiftRightArithmetic is x with its bits moved down by y, and its sign in their place.
func (f *Function) ShiftRightArithmetic(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftRightArithmetic, function.ShiftRightArithmetic, x, y)
}

// ShiftRightLogical is x with its bits moved down by y, and zeros in their place.
func (f *Function) ShiftRightLogical(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftRightLogical, function.ShiftRightLogical, x, y)
}
