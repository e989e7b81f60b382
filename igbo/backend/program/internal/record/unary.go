package record

import "github.com/gomlx/compute"

// The element-wise operations, recorded.

func (f *Function) unary(op compute.OpType, method func(compute.Function, compute.Value) (compute.Value, error), x compute.Value) (compute.Value, error) {
	v, err := method(f.Function, x)
	return f.record(v, err, op, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) { return method(g, in[0]) }, x)
}

func (f *Function) binary(op compute.OpType, method func(f compute.Function, x, y compute.Value) (compute.Value, error), x, y compute.Value) (compute.Value, error) {
	v, err := method(f.Function, x, y)
	return f.record(v, err, op, nil, func(g compute.Function, in []compute.Value) (compute.Value, error) { return method(g, in[0], in[1]) }, x, y)
}

// Abs implements compute.StandardOps.
func (f *Function) Abs(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeAbs, compute.Function.Abs, x)
}

// Ceil implements compute.StandardOps.
func (f *Function) Ceil(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeCeil, compute.Function.Ceil, x)
}

// Cos implements compute.StandardOps.
func (f *Function) Cos(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeCos, compute.Function.Cos, x)
}

// Erf implements compute.StandardOps.
func (f *Function) Erf(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeErf, compute.Function.Erf, x)
}

// Exp implements compute.StandardOps.
func (f *Function) Exp(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeExp, compute.Function.Exp, x)
}

// Expm1 implements compute.StandardOps.
func (f *Function) Expm1(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeExpm1, compute.Function.Expm1, x)
}

// Floor implements compute.StandardOps.
func (f *Function) Floor(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeFloor, compute.Function.Floor, x)
}

// IsFinite implements compute.StandardOps.
func (f *Function) IsFinite(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeIsFinite, compute.Function.IsFinite, x)
}

// IsNaN implements compute.StandardOps.
func (f *Function) IsNaN(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeIsNaN, compute.Function.IsNaN, x)
}

// Log implements compute.StandardOps.
func (f *Function) Log(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeLog, compute.Function.Log, x)
}

// Log1p implements compute.StandardOps.
func (f *Function) Log1p(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeLog1p, compute.Function.Log1p, x)
}

// Logistic implements compute.StandardOps.
func (f *Function) Logistic(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeLogistic, compute.Function.Logistic, x)
}

// Neg implements compute.StandardOps.
func (f *Function) Neg(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeNeg, compute.Function.Neg, x)
}

// Round implements compute.StandardOps.
func (f *Function) Round(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeRound, compute.Function.Round, x)
}

// Rsqrt implements compute.StandardOps.
func (f *Function) Rsqrt(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeRsqrt, compute.Function.Rsqrt, x)
}

// Sign implements compute.StandardOps.
func (f *Function) Sign(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeSign, compute.Function.Sign, x)
}

// Sin implements compute.StandardOps.
func (f *Function) Sin(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeSin, compute.Function.Sin, x)
}

// Sqrt implements compute.StandardOps.
func (f *Function) Sqrt(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeSqrt, compute.Function.Sqrt, x)
}

// Tanh implements compute.StandardOps.
func (f *Function) Tanh(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeTanh, compute.Function.Tanh, x)
}

// LogicalNot implements compute.StandardOps.
func (f *Function) LogicalNot(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeLogicalNot, compute.Function.LogicalNot, x)
}

// Identity implements compute.StandardOps.
func (f *Function) Identity(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeIdentity, compute.Function.Identity, x)
}

// BitwiseNot implements compute.StandardOps.
func (f *Function) BitwiseNot(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeBitwiseNot, compute.Function.BitwiseNot, x)
}

// BitCount implements compute.StandardOps.
func (f *Function) BitCount(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeBitCount, compute.Function.BitCount, x)
}

// Clz implements compute.StandardOps.
func (f *Function) Clz(x compute.Value) (compute.Value, error) {
	return f.unary(compute.OpTypeClz, compute.Function.Clz, x)
}
