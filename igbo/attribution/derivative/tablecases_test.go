package derivative

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// A rowCase is a row of the table of operations to be tested.
type rowCase struct {
	op      NodeType
	setting string
	f       func(in []*Node) *Node
	in      []drawn
	zero    string // a note for operations whose derivative is zero
}

const zeroNote = "derivative zero"

// inputs draws normal inputs of the given shapes. Every run draws the same ones.
func inputs(sample sampler, dims ...[]int) []drawn {
	rng := generator(77)
	var in []drawn
	for _, d := range dims {
		in = append(in, draw(sample(rng), d...))
	}
	return in
}

func dims(d ...int) []int { return d }

func row(op NodeType, setting string, f func(x *Node) *Node, s sampler, shape ...int) rowCase {
	return rowCase{op: op, setting: setting, f: func(in []*Node) *Node { return f(in[0]) }, in: inputs(s, shape)}
}

func row2(op NodeType, setting string, f func(a, b *Node) *Node, s sampler, a, b []int) rowCase {
	return rowCase{op: op, setting: setting, f: func(in []*Node) *Node { return f(in[0], in[1]) }, in: inputs(s, a, b)}
}

// discrete returns a row for an operation with a discrete result. It multiplies the result by the square of x,
// so a gradient through the result would show.
func discrete(op NodeType, f func(x *Node) *Node) rowCase {
	c := row(op, "", func(x *Node) *Node {
		return Mul(ReduceAllSum(ConvertDType(f(x), x.DType())), Square(x))
	}, away, 3, 4)
	c.zero = zeroNote
	return c
}

// rowCases returns the cases in the order of the table's rows.
func rowCases() []rowCase {
	var all []rowCase
	for _, list := range [][]rowCase{smoothRows(), binaryRows(), discreteRows(), structureRows(), reductionRows(), windowRows(), convolutionRows(),
		gatherRows(), sortRows(), controlRows(), fusedRows(), barrierRows(), complexRows(), normRows(), dynamicRows()} {
		all = append(all, list...)
	}
	return all
}

func smoothRows() []rowCase {
	one := func(op NodeType, f func(*Node) *Node, s sampler) rowCase { return row(op, "", f, s, 3, 4) }
	return []rowCase{
		one(NodeTypeAbs, Abs, away), one(NodeTypeNeg, Neg, normal), one(NodeTypeExp, Exp, normal), one(NodeTypeExpm1, Expm1, normal),
		one(NodeTypeLog, Log, positive), one(NodeTypeLog1p, Log1p, positive), one(NodeTypeSin, Sin, normal), one(NodeTypeCos, Cos, normal),
		one(NodeTypeTanh, Tanh, normal), one(NodeTypeLogistic, Sigmoid, normal), one(NodeTypeSqrt, Sqrt, positive), one(NodeTypeRsqrt, Rsqrt, positive),
		one(NodeTypeErf, Erf, normal), one(NodeTypeIdentity, Identity, normal),
		one(NodeTypeClamp, func(x *Node) *Node {
			return Clamp(Scalar(x.Graph(), x.DType(), -0.15), x, Scalar(x.Graph(), x.DType(), 0.6))
		}, away),
	}
}

func binaryRows() []rowCase {
	var rows []rowCase
	for _, c := range []struct {
		op NodeType
		f  func(a, b *Node) *Node
		s  sampler
	}{
		{NodeTypeAdd, Add, normal}, {NodeTypeSub, Sub, normal}, {NodeTypeMul, Mul, normal}, {NodeTypeDiv, Div, away}, {NodeTypePow, Pow, positive},
		{NodeTypeAtan2, Atan2, away}, {NodeTypeMax, Max, normal}, {NodeTypeMin, Min, normal}, {NodeTypeRem, Mod, away},
	} {
		rows = append(rows, row2(c.op, "", c.f, c.s, dims(3, 4), dims(3, 4)), row2(c.op, "broadcast", c.f, c.s, dims(3, 1), dims(1, 4)))
	}
	where := func(x *Node) func(a, b *Node) *Node {
		return func(a, b *Node) *Node { return Where(GreaterThan(x, ZerosLike(x)), a, b) }
	}
	return append(rows,
		row2(NodeTypeClamp, "bounds", func(a, b *Node) *Node { return Clamp(Neg(Abs(b)), a, Abs(b)) }, normal, dims(3, 4), dims(3, 4)),
		row2(NodeTypeWhere, "", func(a, b *Node) *Node { return where(a)(Square(b), a) }, away, dims(3, 4), dims(3, 4)),
		row2(NodeTypeWhere, "scalar side", func(a, b *Node) *Node { return where(a)(b, a) }, away, dims(3, 4), dims()))
}

func discreteRows() []rowCase {
	zero := func(x *Node) *Node { return ZerosLike(x) }
	ints := func(x *Node) *Node { return ConvertDType(MulScalar(x, 10), dtypes.Int32) }
	truth := func(x *Node) *Node { return GreaterThan(x, zero(x)) }
	rows := []rowCase{
		discrete(NodeTypeSign, Sign), discrete(NodeTypeFloor, func(x *Node) *Node { return Floor(MulScalar(x, 0.1)) }),
		discrete(NodeTypeCeil, func(x *Node) *Node { return Ceil(MulScalar(x, 0.1)) }),
		discrete(NodeTypeRound, func(x *Node) *Node { return Round(MulScalar(x, 0.1)) }),
		discrete(NodeTypeIsFinite, IsFinite), discrete(NodeTypeIsNaN, IsNaN),
		discrete(NodeTypeLogicalNot, func(x *Node) *Node { return LogicalNot(truth(x)) }),
		discrete(NodeTypeBitwiseNot, func(x *Node) *Node { return BitwiseNot(ints(x)) }),
		discrete(NodeTypeBitCount, func(x *Node) *Node { return BitCount(ints(x)) }), discrete(NodeTypeClz, func(x *Node) *Node { return Clz(ints(x)) }),
		discrete(NodeTypeArgMinMax, func(x *Node) *Node { return ArgMax(x, 1) }),
		discrete(NodeTypeReduceLogicalAnd, func(x *Node) *Node { return ReduceLogicalAnd(truth(x), 1) }),
		discrete(NodeTypeReduceLogicalOr, func(x *Node) *Node { return ReduceLogicalOr(truth(x), 1) }),
		discrete(NodeTypeReduceLogicalXor, func(x *Node) *Node { return ReduceLogicalXor(truth(x), 1) }),
		discrete(NodeTypeReduceBitwiseAnd, func(x *Node) *Node { return ReduceBitwiseAnd(ints(x), 1) }),
		discrete(NodeTypeReduceBitwiseOr, func(x *Node) *Node { return ReduceBitwiseOr(ints(x), 1) }),
		discrete(NodeTypeReduceBitwiseXor, func(x *Node) *Node { return ReduceBitwiseXor(ints(x), 1) }),
		discrete(NodeTypeIota, func(x *Node) *Node { return Iota(x.Graph(), x.Shape(), 1) }),
		discrete(NodeTypeRNGBitGenerator, func(x *Node) *Node {
			_, values := RandomUniform(RNGStateFromSeedForGraph(x.Graph(), 5), x.Shape())
			return values
		}),
	}
	for _, c := range []struct {
		op NodeType
		f  func(a, b *Node) *Node
	}{
		{NodeTypeEqual, Equal}, {NodeTypeNotEqual, NotEqual}, {NodeTypeLessThan, LessThan}, {NodeTypeLessOrEqual, LessOrEqual},
		{NodeTypeGreaterThan, GreaterThan}, {NodeTypeGreaterOrEqual, GreaterOrEqual}, {NodeTypeEqualTotalOrder, EqualTotalOrder},
		{NodeTypeNotEqualTotalOrder, NotEqualTotalOrder}, {NodeTypeLessThanTotalOrder, LessThanTotalOrder},
		{NodeTypeLessOrEqualTotalOrder, LessOrEqualTotalOrder}, {NodeTypeGreaterThanTotalOrder, GreaterThanTotalOrder},
		{NodeTypeGreaterOrEqualTotalOrder, GreaterOrEqualTotalOrder},
	} {
		rows = append(rows, discrete(c.op, func(x *Node) *Node { return c.f(x, zero(x)) }))
	}
	for _, c := range []struct {
		op NodeType
		f  func(a, b *Node) *Node
	}{{NodeTypeLogicalAnd, LogicalAnd}, {NodeTypeLogicalOr, LogicalOr}, {NodeTypeLogicalXor, LogicalXor}} {
		rows = append(rows, discrete(c.op, func(x *Node) *Node { return c.f(truth(x), GreaterThan(x, OnesLike(x))) }))
	}
	for _, c := range []struct {
		op NodeType
		f  func(a, b *Node) *Node
	}{{NodeTypeBitwiseAnd, BitwiseAnd}, {NodeTypeBitwiseOr, BitwiseOr}, {NodeTypeBitwiseXor, BitwiseXor}, {NodeTypeShiftLeft, BitwiseShiftLeft},
		{NodeTypeShiftRightArithmetic, BitwiseShiftRightArithmetic}, {NodeTypeShiftRightLogical, BitwiseShiftRightLogical}} {
		rows = append(rows, discrete(c.op, func(x *Node) *Node { return c.f(ints(x), OnesLike(ints(x))) }))
	}
	return append(rows, discrete(NodeTypeQuantizedEmbeddingLookup, quantizedLookup))
}

// quantizedLookup reads one row from a table of 32 numbers in the GGML format Q8_0.
func quantizedLookup(x *Node) *Node {
	data := ConvertDType(OnesLike(Iota(x.Graph(), shapes.Make(dtypes.Int32, 2, 34), 1)), dtypes.Uint8)
	return BackendQuantizedEmbeddingLookup(data, Const(x.Graph(), [][]int32{{0}, {1}}), &Quantization{Scheme: compute.QuantGGML, GGMLType: compute.GGMLQ8_0})
}

func structureRows() []rowCase {
	m := func(op NodeType, setting string, f func(x *Node) *Node) rowCase {
		return row(op, setting, f, normal, 2, 3, 4)
	}
	return []rowCase{
		m(NodeTypeReshape, "", func(x *Node) *Node { return Reshape(x, 6, 4) }),
		m(NodeTypeTranspose, "", func(x *Node) *Node { return TransposeAllAxes(x, 2, 0, 1) }),
		m(NodeTypeBroadcastInDim, "", func(x *Node) *Node { return BroadcastToDims(InsertAxes(x, 1), 2, 3, 3, 4) }),
		m(NodeTypeSlice, "", func(x *Node) *Node { return Slice(x, AxisRange(), AxisRange(1), AxisRange(0, 2)) }),
		m(NodeTypeSlice, "stride", func(x *Node) *Node { return Slice(x, AxisRange(), AxisRange(), AxisRange(1).Stride(2)) }),
		m(NodeTypeReverse, "", func(x *Node) *Node { return Reverse(x, 1, 2) }),
		m(NodeTypeConvertDType, "through integers", func(x *Node) *Node {
			return Mul(ConvertDType(ConvertDType(MulScalar(x, 10), dtypes.Int32), x.DType()), x)
		}),
		m(NodeTypeBitcast, "float to integer", func(x *Node) *Node {
			return Mul(Bitcast(Bitcast(x, dtypes.Int64), dtypes.Float64), x)
		}),
		row2(NodeTypeConcatenate, "", func(a, b *Node) *Node { return Concatenate([]*Node{a, OnesLike(a), b}, 1) }, normal, dims(2, 3), dims(2, 4)),
		row2(NodeTypePad, "", func(x, fill *Node) *Node {
			return Pad(x, fill, PadAxis{Start: 1}, PadAxis{End: 2}, PadAxis{Start: 2, End: 1})
		}, normal, dims(2, 3, 4), dims()),
		row2(NodeTypePad, "interior", func(x, fill *Node) *Node {
			return Pad(x, fill, PadAxis{Interior: 2}, PadAxis{Start: 1, Interior: 1}, PadAxis{})
		}, normal, dims(2, 3, 4), dims()),
		row2(NodeTypePad, "negative", func(x, fill *Node) *Node {
			return Pad(x, fill, PadAxis{}, PadAxis{Start: -1, End: 2, Interior: 1}, PadAxis{Start: 1, End: -1})
		}, normal, dims(2, 3, 4), dims()),
		m(NodeTypeCumSum, "", func(x *Node) *Node { return CumSum(x, 1) }),
		m(NodeTypeCumSum, "exclusive", func(x *Node) *Node { return CumSum(x, 2, &CumSumOptions{Exclusive: true}) }),
		m(NodeTypeCumSum, "reverse", func(x *Node) *Node { return CumSum(x, 0, &CumSumOptions{Reverse: true}) }),
		m(NodeTypeCumSum, "exclusive, reverse", func(x *Node) *Node {
			return CumSum(x, 1, &CumSumOptions{Exclusive: true, Reverse: true})
		}),
		row2(NodeTypeDotGeneral, "matrices", func(a, b *Node) *Node { return Dot(a, b).Product() }, normal, dims(2, 3), dims(3, 4)),
		row2(NodeTypeDotGeneral, "series", func(a, b *Node) *Node { return Einsum("btd,dh->bth", a, b) }, normal, dims(2, 3, 4), dims(4, 3)),
		row2(NodeTypeDotGeneral, "batch axes", func(a, b *Node) *Node { return Einsum("bqhd,bkhd->bqhk", a, b) }, normal, dims(2, 2, 2, 3), dims(2, 3, 2, 3)),
	}
}

func reductionRows() []rowCase {
	m := func(op NodeType, setting string, f func(x *Node) *Node) rowCase {
		return row(op, setting, f, normal, 2, 3, 5)
	}
	return []rowCase{
		m(NodeTypeReduceSum, "", func(x *Node) *Node { return ReduceSum(x, 0, 2) }),
		m(NodeTypeReduceMax, "", func(x *Node) *Node { return ReduceMax(x, 1) }),
		m(NodeTypeReduceMin, "", func(x *Node) *Node { return ReduceMin(x, 0, 2) }),
		m(NodeTypeReduceProduct, "", func(x *Node) *Node { return ReduceMultiply(x, 1) }),
		m(NodeTypeReduceProduct, "all axes", func(x *Node) *Node { return ReduceAllMultiply(x) }),
		m(NodeTypeReduceProduct, "zeros", func(x *Node) *Node { return ReduceMultiply(Max(x, ZerosLike(x)), 2) }),
	}
}
