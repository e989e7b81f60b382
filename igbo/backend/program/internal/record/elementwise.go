package record

import "github.com/gomlx/compute"

// Short names for the types in the signatures of compute.StandardOps.
type (
	value    = compute.Value
	function = compute.Function
)

// do adds an operation to the wrapped function and records it. add can add it to another function later.
func (f *Function) do(op compute.OpType, attr any, add Replay, inputs ...value) (value, error) {
	v, err := add(f.Function, inputs)
	return f.record(v, err, op, attr, add, inputs...)
}

// The following methods add and record the element-wise operations of compute.StandardOps.

func (f *Function) unary(op compute.OpType, method func(f function, x value) (value, error), x value) (value, error) {
	return f.do(op, nil, func(g function, in []value) (value, error) { return method(g, in[0]) }, x)
}

func (f *Function) binary(op compute.OpType, method func(f function, x, y value) (value, error), x, y value) (value, error) {
	return f.do(op, nil, func(g function, in []value) (value, error) { return method(g, in[0], in[1]) }, x, y)
}

// Abs returns |x|.
func (f *Function) Abs(x value) (value, error) { return f.unary(compute.OpTypeAbs, function.Abs, x) }

// Ceil returns ⌈x⌉.
func (f *Function) Ceil(x value) (value, error) { return f.unary(compute.OpTypeCeil, function.Ceil, x) }

// Cos returns cos x.
func (f *Function) Cos(x value) (value, error) { return f.unary(compute.OpTypeCos, function.Cos, x) }

// Erf returns the error function of x.
func (f *Function) Erf(x value) (value, error) { return f.unary(compute.OpTypeErf, function.Erf, x) }

// Exp returns eˣ.
func (f *Function) Exp(x value) (value, error) { return f.unary(compute.OpTypeExp, function.Exp, x) }

// Expm1 returns eˣ − 1, which is accurate for small x.
func (f *Function) Expm1(x value) (value, error) {
	return f.unary(compute.OpTypeExpm1, function.Expm1, x)
}

// Floor returns ⌊x⌋.
func (f *Function) Floor(x value) (value, error) {
	return f.unary(compute.OpTypeFloor, function.Floor, x)
}

// IsFinite reports whether x is neither infinite nor NaN.
func (f *Function) IsFinite(x value) (value, error) {
	return f.unary(compute.OpTypeIsFinite, function.IsFinite, x)
}

// IsNaN reports whether x is NaN.
func (f *Function) IsNaN(x value) (value, error) {
	return f.unary(compute.OpTypeIsNaN, function.IsNaN, x)
}

// Log returns the natural logarithm of x.
func (f *Function) Log(x value) (value, error) { return f.unary(compute.OpTypeLog, function.Log, x) }

// Log1p returns log(1 + x), which is accurate for small x.
func (f *Function) Log1p(x value) (value, error) {
	return f.unary(compute.OpTypeLog1p, function.Log1p, x)
}

// Logistic returns 1/(1 + e⁻ˣ).
func (f *Function) Logistic(x value) (value, error) {
	return f.unary(compute.OpTypeLogistic, function.Logistic, x)
}

// Neg returns −x.
func (f *Function) Neg(x value) (value, error) { return f.unary(compute.OpTypeNeg, function.Neg, x) }

// Round returns x rounded to the nearest integer, with halves rounded to even.
func (f *Function) Round(x value) (value, error) {
	return f.unary(compute.OpTypeRound, function.Round, x)
}

// Rsqrt returns 1/√x.
func (f *Function) Rsqrt(x value) (value, error) {
	return f.unary(compute.OpTypeRsqrt, function.Rsqrt, x)
}

// Sign returns the sign of x: −1, 0 or 1.
func (f *Function) Sign(x value) (value, error) { return f.unary(compute.OpTypeSign, function.Sign, x) }

// Sin returns sin x.
func (f *Function) Sin(x value) (value, error) { return f.unary(compute.OpTypeSin, function.Sin, x) }

// Sqrt returns √x.
func (f *Function) Sqrt(x value) (value, error) { return f.unary(compute.OpTypeSqrt, function.Sqrt, x) }

// Tanh returns tanh x.
func (f *Function) Tanh(x value) (value, error) { return f.unary(compute.OpTypeTanh, function.Tanh, x) }

// LogicalNot returns ¬x for booleans.
func (f *Function) LogicalNot(x value) (value, error) {
	return f.unary(compute.OpTypeLogicalNot, function.LogicalNot, x)
}

// Identity returns x.
func (f *Function) Identity(x value) (value, error) {
	return f.unary(compute.OpTypeIdentity, function.Identity, x)
}

// BitwiseNot returns x with all bits inverted.
func (f *Function) BitwiseNot(x value) (value, error) {
	return f.unary(compute.OpTypeBitwiseNot, function.BitwiseNot, x)
}

// BitCount returns the number of one bits in x.
func (f *Function) BitCount(x value) (value, error) {
	return f.unary(compute.OpTypeBitCount, function.BitCount, x)
}

// Clz returns the number of leading zero bits in x.
func (f *Function) Clz(x value) (value, error) { return f.unary(compute.OpTypeClz, function.Clz, x) }

// Add returns x + y.
func (f *Function) Add(x, y value) (value, error) {
	return f.binary(compute.OpTypeAdd, function.Add, x, y)
}

// Sub returns x − y.
func (f *Function) Sub(x, y value) (value, error) {
	return f.binary(compute.OpTypeSub, function.Sub, x, y)
}

// Mul returns x · y.
func (f *Function) Mul(x, y value) (value, error) {
	return f.binary(compute.OpTypeMul, function.Mul, x, y)
}

// Div returns x / y.
func (f *Function) Div(x, y value) (value, error) {
	return f.binary(compute.OpTypeDiv, function.Div, x, y)
}

// Max returns the maximum of x and y.
func (f *Function) Max(x, y value) (value, error) {
	return f.binary(compute.OpTypeMax, function.Max, x, y)
}

// Min returns the minimum of x and y.
func (f *Function) Min(x, y value) (value, error) {
	return f.binary(compute.OpTypeMin, function.Min, x, y)
}

// Pow returns xʸ.
func (f *Function) Pow(x, y value) (value, error) {
	return f.binary(compute.OpTypePow, function.Pow, x, y)
}

// Rem returns the remainder of x / y, which has the sign of x.
func (f *Function) Rem(x, y value) (value, error) {
	return f.binary(compute.OpTypeRem, function.Rem, x, y)
}

// Atan2 returns the angle of the point with abscissa y and ordinate x.
func (f *Function) Atan2(x, y value) (value, error) {
	return f.binary(compute.OpTypeAtan2, function.Atan2, x, y)
}

// Equal reports whether x = y.
func (f *Function) Equal(x, y value) (value, error) {
	return f.binary(compute.OpTypeEqual, function.Equal, x, y)
}

// NotEqual reports whether x ≠ y.
func (f *Function) NotEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeNotEqual, function.NotEqual, x, y)
}

// GreaterThan reports whether x > y.
func (f *Function) GreaterThan(x, y value) (value, error) {
	return f.binary(compute.OpTypeGreaterThan, function.GreaterThan, x, y)
}

// GreaterOrEqual reports whether x ≥ y.
func (f *Function) GreaterOrEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeGreaterOrEqual, function.GreaterOrEqual, x, y)
}

// LessThan reports whether x < y.
func (f *Function) LessThan(x, y value) (value, error) {
	return f.binary(compute.OpTypeLessThan, function.LessThan, x, y)
}

// LessOrEqual reports whether x ≤ y.
func (f *Function) LessOrEqual(x, y value) (value, error) {
	return f.binary(compute.OpTypeLessOrEqual, function.LessOrEqual, x, y)
}

// LogicalAnd returns x ∧ y for booleans.
func (f *Function) LogicalAnd(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalAnd, function.LogicalAnd, x, y)
}

// LogicalOr returns x ∨ y for booleans.
func (f *Function) LogicalOr(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalOr, function.LogicalOr, x, y)
}

// LogicalXor reports whether exactly one of the booleans x and y is true.
func (f *Function) LogicalXor(x, y value) (value, error) {
	return f.binary(compute.OpTypeLogicalXor, function.LogicalXor, x, y)
}

// BitwiseAnd returns the bitwise AND of x and y.
func (f *Function) BitwiseAnd(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseAnd, function.BitwiseAnd, x, y)
}

// BitwiseOr returns the bitwise OR of x and y.
func (f *Function) BitwiseOr(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseOr, function.BitwiseOr, x, y)
}

// BitwiseXor returns the bitwise XOR of x and y.
func (f *Function) BitwiseXor(x, y value) (value, error) {
	return f.binary(compute.OpTypeBitwiseXor, function.BitwiseXor, x, y)
}

// ShiftLeft returns x shifted left by y bits.
func (f *Function) ShiftLeft(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftLeft, function.ShiftLeft, x, y)
}

// ShiftRightArithmetic returns x shifted right by y bits, filled with the sign bit.
func (f *Function) ShiftRightArithmetic(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftRightArithmetic, function.ShiftRightArithmetic, x, y)
}

// ShiftRightLogical returns x shifted right by y bits, filled with zeros.
func (f *Function) ShiftRightLogical(x, y value) (value, error) {
	return f.binary(compute.OpTypeShiftRightLogical, function.ShiftRightLogical, x, y)
}
