package record

import "github.com/gomlx/compute"

// Add implements compute.StandardOps.
func (f *Function) Add(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeAdd, compute.Function.Add, x, y)
}

// Sub implements compute.StandardOps.
func (f *Function) Sub(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeSub, compute.Function.Sub, x, y)
}

// Mul implements compute.StandardOps.
func (f *Function) Mul(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeMul, compute.Function.Mul, x, y)
}

// Div implements compute.StandardOps.
func (f *Function) Div(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeDiv, compute.Function.Div, x, y)
}

// Max implements compute.StandardOps.
func (f *Function) Max(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeMax, compute.Function.Max, x, y)
}

// Min implements compute.StandardOps.
func (f *Function) Min(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeMin, compute.Function.Min, x, y)
}

// Pow implements compute.StandardOps.
func (f *Function) Pow(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypePow, compute.Function.Pow, x, y)
}

// Rem implements compute.StandardOps.
func (f *Function) Rem(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeRem, compute.Function.Rem, x, y)
}

// Atan2 implements compute.StandardOps.
func (f *Function) Atan2(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeAtan2, compute.Function.Atan2, x, y)
}

// Equal implements compute.StandardOps.
func (f *Function) Equal(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeEqual, compute.Function.Equal, x, y)
}

// NotEqual implements compute.StandardOps.
func (f *Function) NotEqual(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeNotEqual, compute.Function.NotEqual, x, y)
}

// GreaterThan implements compute.StandardOps.
func (f *Function) GreaterThan(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeGreaterThan, compute.Function.GreaterThan, x, y)
}

// GreaterOrEqual implements compute.StandardOps.
func (f *Function) GreaterOrEqual(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeGreaterOrEqual, compute.Function.GreaterOrEqual, x, y)
}

// LessThan implements compute.StandardOps.
func (f *Function) LessThan(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeLessThan, compute.Function.LessThan, x, y)
}

// LessOrEqual implements compute.StandardOps.
func (f *Function) LessOrEqual(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeLessOrEqual, compute.Function.LessOrEqual, x, y)
}

// LogicalAnd implements compute.StandardOps.
func (f *Function) LogicalAnd(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeLogicalAnd, compute.Function.LogicalAnd, x, y)
}

// LogicalOr implements compute.StandardOps.
func (f *Function) LogicalOr(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeLogicalOr, compute.Function.LogicalOr, x, y)
}

// LogicalXor implements compute.StandardOps.
func (f *Function) LogicalXor(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeLogicalXor, compute.Function.LogicalXor, x, y)
}

// BitwiseAnd implements compute.StandardOps.
func (f *Function) BitwiseAnd(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeBitwiseAnd, compute.Function.BitwiseAnd, x, y)
}

// BitwiseOr implements compute.StandardOps.
func (f *Function) BitwiseOr(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeBitwiseOr, compute.Function.BitwiseOr, x, y)
}

// BitwiseXor implements compute.StandardOps.
func (f *Function) BitwiseXor(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeBitwiseXor, compute.Function.BitwiseXor, x, y)
}

// ShiftLeft implements compute.StandardOps.
func (f *Function) ShiftLeft(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeShiftLeft, compute.Function.ShiftLeft, x, y)
}

// ShiftRightArithmetic implements compute.StandardOps.
func (f *Function) ShiftRightArithmetic(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeShiftRightArithmetic, compute.Function.ShiftRightArithmetic, x, y)
}

// ShiftRightLogical implements compute.StandardOps.
func (f *Function) ShiftRightLogical(x, y compute.Value) (compute.Value, error) {
	return f.binary(compute.OpTypeShiftRightLogical, compute.Function.ShiftRightLogical, x, y)
}
