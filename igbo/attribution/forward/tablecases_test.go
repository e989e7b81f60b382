package forward

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	gomlxattention "github.com/gomlx/gomlx/ml/layers/attention"
	"github.com/gomlx/gomlx/ml/nn"
)

// rowCase is one row of the table of operations to be measured.
type rowCase struct {
	op      NodeType
	setting string
	f       func(in []*Node) *Node
	in      []drawn
	zero    string // a note for operations whose derivative is zero
	// entry is the operation that an error names where another one is refused
	// first: no complex number comes about but by Complex or ConvertDType.
	entry NodeType
}

const zeroNote = "derivative zero"

// inputs draws normal inputs of the given shapes, the same ones at each run.
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

// discrete is a row of an operation with a discrete result; the result times
// the square of x is differentiated, so that a gradient through it would show.
func discrete(op NodeType, f func(x *Node) *Node) rowCase {
	c := row(op, "", func(x *Node) *Node {
		return Mul(ReduceAllSum(ConvertDType(f(x), x.DType())), Square(x))
	}, away, 3, 4)
	c.zero = zeroNote
	return c
}

// rowCases lists the cases of the table, in the order of its rows.
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

// quantizedLookup reads one row of a table of 32 numbers in the GGML format Q8_0.
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

func windowRows() []rowCase {
	series := func(setting string, f func(x *Node) *Node) rowCase {
		return row(NodeTypeReduceWindow, setting, f, normal, 2, 7, 2)
	}
	image := func(setting string, f func(x *Node) *Node) rowCase {
		return row(NodeTypeReduceWindow, setting, f, normal, 2, 5, 4, 2)
	}
	general := func(setting string, kind compute.ReduceOpType, inputGaps, gaps []int) rowCase {
		return series(setting, func(x *Node) *Node {
			return BackendReduceWindow(x, kind, dims(1, 2, 1), dims(1, 2, 1), inputGaps, gaps, [][2]int{{}, {1, 2}, {}})
		})
	}
	return []rowCase{
		series("max", func(x *Node) *Node { return MaxPool(x).Window(2).Done() }),
		series("max, overlapping, padded", func(x *Node) *Node { return MaxPool(x).Window(3).Strides(1).PadSame().Done() }),
		series("min", func(x *Node) *Node { return MinPool(x).Window(3).Strides(2).Done() }),
		series("sum", func(x *Node) *Node { return SumPool(x).Window(3).Strides(2).Done() }),
		series("sum, padded", func(x *Node) *Node { return SumPool(x).Window(4).Strides(3).PadSame().Done() }),
		series("mean", func(x *Node) *Node { return MeanPool(x).Window(2).Done() }),
		series("mean, padded", func(x *Node) *Node { return MeanPool(x).Window(2).Strides(1).PadSame().Done() }),
		image("max, 2-D", func(x *Node) *Node { return MaxPool(x).Window(2).Strides(1).PadSame().Done() }),
		image("sum, 2-D", func(x *Node) *Node { return SumPool(x).WindowPerAxis(3, 2).Strides(2).Done() }),
		image("mean, 2-D, all axes", func(x *Node) *Node { return MeanPool(x).FullShape().WindowPerAxis(1, 2, 2, 2).Done() }),
		general("product", compute.ReduceOpProduct, nil, nil),
		general("sum, dilated window", compute.ReduceOpSum, nil, dims(1, 2, 1)),
		general("sum, dilated input", compute.ReduceOpSum, dims(1, 2, 1), nil),
		series("max, dilated", func(x *Node) *Node {
			return BackendReduceWindow(x, compute.ReduceOpMax, dims(1, 2, 1), dims(1, 1, 1), dims(1, 2, 1), dims(1, 3, 1), nil)
		}),
		selectAndScatter(NodeTypeSelectAndScatterMax, MaxPool), selectAndScatter(NodeTypeSelectAndScatterMin, MinPool),
	}
}

// selectAndScatter reaches the operation by GoMLX's own gradient of a pool.
func selectAndScatter(op NodeType, pool func(x *Node) *PoolBuilder) rowCase {
	return row2(op, "", func(x, v *Node) *Node {
		return gomlxVJPs[NodeTypeReduceWindow](pool(x).Window(2).Done(), []*Node{v}, shapes.Make(x.DType()))[0]
	}, normal, dims(2, 6, 2), dims(2, 3, 2))
}

func convolutionRows() []rowCase {
	var rows []rowCase
	for width := 1; width <= 5; width++ {
		rows = append(rows, row2(NodeTypeConvGeneral, fmt.Sprintf("width %d", width), func(x, k *Node) *Node {
			return Convolve(x, k).PadSame().Done()
		}, normal, dims(2, 7, 2), dims(width, 2, 3)))
	}
	add := func(setting string, f func(x, k *Node) *Node, x, k []int) {
		rows = append(rows, row2(NodeTypeConvGeneral, setting, f, normal, x, k))
	}
	add("one channel, width 2", func(x, k *Node) *Node { return Convolve(x, k).Done() }, dims(2, 6, 1), dims(2, 1, 1))
	add("width 2, stride 2", func(x, k *Node) *Node { return Convolve(x, k).Strides(2).Done() }, dims(2, 7, 2), dims(2, 2, 3))
	add("width 3, stride 3", func(x, k *Node) *Node { return Convolve(x, k).Strides(3).PadSame().Done() }, dims(2, 7, 2), dims(3, 2, 3))
	add("width 2, dilation 2", func(x, k *Node) *Node {
		return Convolve(x, k).DilationPerAxis(2).PaddingPerDim([][2]int{{2, 0}}).Done()
	},
		dims(2, 7, 2), dims(2, 2, 3))
	add("width 3, dilation 3", func(x, k *Node) *Node { return Convolve(x, k).DilationPerAxis(3).Done() }, dims(2, 8, 2), dims(3, 2, 3))
	add("input dilation", func(x, k *Node) *Node { return Convolve(x, k).InputDilationPerAxis(2).PadSame().Done() }, dims(2, 5, 2), dims(3, 2, 3))
	add("channel groups", func(x, k *Node) *Node { return Convolve(x, k).ChannelGroupCount(2).PadSame().Done() }, dims(2, 6, 4), dims(2, 2, 6))
	add("batch groups", func(x, k *Node) *Node { return Convolve(x, k).BatchGroupCount(2).Done() }, dims(4, 6, 2), dims(3, 2, 4))
	add("2-D, width 2×3", func(x, k *Node) *Node { return Convolve(x, k).PadSame().Done() }, dims(2, 5, 4, 2), dims(2, 3, 2, 3))
	add("2-D, stride 2×1", func(x, k *Node) *Node { return Convolve(x, k).StridePerAxis(2, 1).Done() }, dims(2, 5, 4, 2), dims(2, 2, 2, 3))
	add("ConcatPool", func(x, k *Node) *Node { return Mul(ConcatPool(x).Window(2).Done(), k) }, dims(2, 6, 2), dims(1, 1, 4))
	return rows
}

func gatherRows() []rowCase {
	ints := func(x *Node, v any) *Node { return Const(x.Graph(), v) }
	slices := func(setting string, axes []int, start any, sizes []int) rowCase {
		return row(NodeTypeGather, setting, func(x *Node) *Node { return GatherSlices(x, axes, ints(x, start), sizes, false) }, normal, 3, 4, 5)
	}
	scatter := func(op NodeType, f func(operand, indices, updates *Node, sorted, unique bool) *Node) rowCase {
		return row2(op, "", func(a, b *Node) *Node {
			return f(a, ints(a, [][]int32{{0}, {2}, {2}}), b, false, false)
		}, normal, dims(4, 3), dims(3, 3))
	}
	return []rowCase{
		row(NodeTypeGather, "", func(x *Node) *Node { return Gather(x, ints(x, [][]int32{{0}, {2}, {0}})) }, normal, 3, 4),
		row(NodeTypeGather, "two axes", func(x *Node) *Node { return Gather(x, ints(x, [][][]int32{{{0, 1}, {2, 3}}})) }, normal, 3, 4, 2),
		slices("GatherSlices", []int{1}, [][]int32{{1}, {0}}, []int{2}),
		slices("GatherSlices, size 1", []int{1}, [][]int32{{1}, {0}, {1}}, []int{1}),
		slices("GatherSlices, two axes", []int{0, 2}, [][]int32{{1, 0}, {0, 2}}, []int{2, 3}),
		slices("GatherSlices, over the edge", []int{2}, [][]int32{{4}, {1}}, []int{3}),
		row(NodeTypeGather, "other settings", func(x *Node) *Node {
			return BackendGather(x, ints(x, [][]int32{{0}, {2}}), 1, []int{0}, []int{1}, []int{1}, []int{3, 1}, false)
		}, normal, 3, 4),
		scatter(NodeTypeScatterSum, ScatterSum), scatter(NodeTypeScatterMax, ScatterMax), scatter(NodeTypeScatterMin, ScatterMin),
		row2(NodeTypeScatterSum, "other settings", func(a, b *Node) *Node {
			return BackendScatterSum(a, ints(a, [][]int32{{0}, {1}}), b, 1, []int{1, 2}, nil, []int{0}, false, false)
		}, normal, dims(4, 3), dims(2, 2, 3)),
		row2(NodeTypeScatterMax, "other settings", func(a, b *Node) *Node {
			return BackendScatterMax(a, ints(a, [][]int32{{0}, {1}}), b, 1, []int{1, 2}, nil, []int{0}, false, false)
		}, normal, dims(4, 3), dims(2, 2, 3)),
		row(NodeTypeDynamicSlice, "", func(x *Node) *Node {
			return DynamicSlice(x, []*Node{ints(x, int32(1)), ints(x, int32(0))}, dims(2, 3))
		}, normal, 3, 4),
		row2(NodeTypeDynamicUpdateSlice, "", func(x, u *Node) *Node {
			return DynamicUpdateSlice(x, u, []*Node{ints(x, int32(1)), ints(x, int32(0))})
		}, normal, dims(3, 4), dims(2, 3)),
	}
}

func sortRows() []rowCase {
	top := func(k int, f func(x *Node, k, axis int) (values, indices *Node)) func(x *Node) *Node {
		return func(x *Node) *Node {
			values, _ := f(x, k, 1)
			return values
		}
	}
	return []rowCase{
		row(NodeTypeSort, "", func(x *Node) *Node { return Sort(x, 1, true) }, normal, 2, 5),
		row(NodeTypeSort, "descending, first axis", func(x *Node) *Node { return Sort(x, 0, false) }, normal, 4, 2, 3),
		row(NodeTypeSort, "TopK", top(3, TopK), normal, 2, 5), row(NodeTypeSort, "BottomK", top(2, BottomK), normal, 2, 5),
		row(NodeTypeSort, "TopKMask", func(x *Node) *Node { return Where(TopKMask(x, 2, 1), x, ZerosLike(x)) }, normal, 2, 5),
		row(NodeTypeSort, "own comparator", func(x *Node) *Node {
			return SortFunc(compare(x, 1, func(a, b *Node) *Node { return LessThan(Abs(a), Abs(b)) }), 1, true, x)[0]
		}, normal, 2, 5),
		row2(NodeTypeSort, "two floats", func(a, b *Node) *Node {
			outs := SortFunc(compare(a, 2, LessThan), 1, true, a, b)
			return Mul(outs[0], outs[1])
		}, normal, dims(2, 5), dims(2, 5)),
	}
}

// compare makes a comparator of the first of several values of x's dtype.
func compare(x *Node, values int, less func(a, b *Node) *Node) *Function {
	return NewClosure(x.Graph(), func(g *Graph) []*Node {
		a, b := Parameter(g, "a", shapes.Make(x.DType())), Parameter(g, "b", shapes.Make(x.DType()))
		for i := range values - 1 {
			Parameter(g, fmt.Sprint("other_a", i), shapes.Make(x.DType()))
			Parameter(g, fmt.Sprint("other_b", i), shapes.Make(x.DType()))
		}
		return []*Node{less(a, b)}
	})
}

func controlRows() []rowCase {
	branch := func(x *Node, f func() *Node) *Function {
		return NewClosure(x.Graph(), func(*Graph) []*Node { return []*Node{f()} })
	}
	state := func(g *Graph, x *Node) (i, s *Node) {
		return Parameter(g, "i", shapes.Make(dtypes.Int32)), Parameter(g, "s", x.Shape())
	}
	loop := func(x *Node, step func(s *Node) *Node) *Node {
		g := x.Graph()
		cond := NewClosure(g, func(g *Graph) []*Node {
			i, _ := state(g, x)
			return []*Node{LessThan(i, Const(g, int32(3)))}
		})
		body := NewClosure(g, func(g *Graph) []*Node {
			i, s := state(g, x)
			return []*Node{Add(i, Const(g, int32(1))), step(s)}
		})
		return While(cond, body, Const(g, int32(0)), x)[1]
	}
	return []rowCase{
		row(NodeTypeIf, "captured values, condition on x", func(x *Node) *Node {
			pred := GreaterThan(ReduceAllSum(x), ScalarZero(x.Graph(), x.DType()))
			return If(pred, branch(x, func() *Node { return Square(x) }), branch(x, func() *Node { return MulScalar(x, 3) }))[0]
		}, normal, 3),
		row(NodeTypeIf, "captured values, fixed condition", func(x *Node) *Node {
			pred := Const(x.Graph(), true)
			return Add(x, If(pred, branch(x, func() *Node { return Square(x) }), branch(x, func() *Node { return MulScalar(x, 3) }))[0])
		}, normal, 3),
		row(NodeTypeWhile, "state", func(x *Node) *Node { return loop(x, Sin) }, normal, 3),
		row(NodeTypeWhile, "captured values", func(x *Node) *Node {
			return Add(x, loop(OnesLike(x), func(s *Node) *Node { return Mul(s, x) }))
		}, normal, 3),
		row(NodeTypeCall, "", func(x *Node) *Node {
			square := NewFunction(x.Graph(), fmt.Sprint("square", len(x.Graph().Nodes())), func(g *Graph) []*Node {
				return []*Node{Square(Parameter(g, "x", x.Shape()))}
			})
			return square.Call(x)[0]
		}, normal, 3),
	}
}

func fusedRows() []rowCase {
	return []rowCase{
		row(NodeTypeFusedSoftmax, "", func(x *Node) *Node { return Softmax(x, -1) }, normal, 2, 4),
		row(NodeTypeFusedGelu, "", func(x *Node) *Node { return activation.Apply(activation.TypeGelu, x) }, normal, 2, 4),
		{op: NodeTypeFusedLayerNorm, in: inputs(normal, dims(2, 3, 4), dims(1, 1, 4), dims(1, 1, 4)), f: func(in []*Node) *Node {
			return nn.LayerNorm(in[0], []int{-1}, 1e-2, in[1], in[2], nil)
		}},
		{op: NodeTypeFusedDense, in: inputs(normal, dims(2, 3, 4), dims(4, 3), dims(3)), f: func(in []*Node) *Node {
			return nn.Dense(in[0], in[1], in[2], compute.DenseLayoutInputOutputs, activation.TypeTanh)
		}},
		{op: NodeTypeFusedAttentionQKVProjection, in: inputs(normal, dims(2, 4), dims(4, 7), dims(3), dims(2), dims(2)), f: func(in []*Node) *Node {
			q, k, v := BackendFusedAttentionQKVProjection(in[0], in[1], in[2], in[3], in[4], 3, 2)
			return Concatenate([]*Node{q, k, v}, -1)
		}},
		{op: NodeTypeFusedAttentionQKVProjection, setting: "by GoMLX's layer", in: inputs(normal, dims(2, 4), dims(4, 7), dims(3), dims(2), dims(2)),
			f: func(in []*Node) *Node {
				q, k, v := gomlxattention.QKVProjection(in[0], in[1], in[2], in[3], in[4], 3, 2)
				return Concatenate([]*Node{q, k, v}, -1)
			}},
		row(NodeTypeFusedQuantizedDense, "", func(x *Node) *Node {
			g := x.Graph()
			weights := ConvertDType(Iota(g, shapes.Make(dtypes.Int32, 4, 3), 1), dtypes.Int8)
			scale := Ones(g, shapes.Make(dtypes.Float32, 4, 1))
			wide := BackendFusedQuantizedDense(ConvertDType(x, dtypes.Float32), weights, nil,
				&Quantization{Scheme: compute.QuantLinear, Scale: scale, BlockAxis: 1, BlockSize: 3}, compute.ActivationNone)
			return ConvertDType(wide, x.DType())
		}, normal, 2, 4),
		attention(NodeTypeFusedScaledDotProductAttention), attention(NodeTypeFusedScaledDotProductAttentionVJP),
	}
}

func attention(op NodeType) rowCase {
	shape := dims(2, 2, 3, 4)
	return rowCase{op: op, in: inputs(normal, shape, shape, shape), f: func(in []*Node) *Node {
		y, _ := BackendFusedScaledDotProductAttention(in[0], in[1], in[2], compute.AttentionAxesLayoutBHSD, &compute.ScaledDotProductAttentionConfig{})
		return y
	}}
}

func barrierRows() []rowCase {
	return []rowCase{
		row(NodeTypeOptimizationBarrier, "", func(x *Node) *Node { return OptimizationBarrier(Square(x)) }, normal, 3, 4),
		row(NodeTypeOptimizationBarrier, "several", func(x *Node) *Node {
			outs := OptimizationBarriers(Square(x), Sin(x))
			return Mul(outs[0], outs[1])
		}, normal, 3, 4),
		row(NodeTypeSchedulingBarrier, "", func(x *Node) *Node { return SchedulingBarrier(Square(x), Sin(x)) }, normal, 3, 4),
	}
}

func complexRows() []rowCase {
	spectrum := func(x *Node) *Node { return FFT(ConvertDType(x, dtypes.Complex128)) }
	rows := []rowCase{
		row(NodeTypeFFT, "", func(x *Node) *Node { return Real(spectrum(x)) }, normal, 2, 4),
		row(NodeTypeFFT, "RealFFT, power", func(x *Node) *Node { return Square(Abs(RealFFT(x))) }, normal, 2, 4),
		row2(NodeTypeComplex, "product", func(a, b *Node) *Node { return Real(Square(Complex(a, b))) }, normal, dims(3), dims(3)),
		row2(NodeTypeComplex, "modulus", func(a, b *Node) *Node { return Abs(Complex(a, b)) }, normal, dims(3), dims(3)),
		row2(NodeTypeReal, "", func(a, b *Node) *Node { return Real(Complex(a, b)) }, normal, dims(3), dims(3)),
		row2(NodeTypeImag, "", func(a, b *Node) *Node { return Imag(Complex(a, b)) }, normal, dims(3), dims(3)),
		row2(NodeTypeConj, "", func(a, b *Node) *Node { return Imag(Conj(Complex(a, b))) }, normal, dims(3), dims(3)),
	}
	rows[0].entry = NodeTypeConvertDType
	for i := range rows[4:] {
		rows[4+i].entry = NodeTypeComplex
	}
	return rows
}

func normRows() []rowCase {
	return []rowCase{
		{op: NodeTypeBatchNormForTraining, in: inputs(normal, dims(4, 3), dims(3), dims(3)), f: func(in []*Node) *Node {
			y, mean, variance := InternalBatchNormForTraining(in[0], in[1], in[2], 1e-2, -1)
			return Add(y, InsertAxes(Add(Square(mean), variance), 0))
		}},
		{op: NodeTypeBatchNormForInference, in: inputs(positive, dims(4, 3), dims(3), dims(3), dims(3), dims(3)), f: func(in []*Node) *Node {
			return InternalBatchNormForInference(in[0], in[1], in[2], in[3], in[4], 1e-2, -1)
		}},
		{op: NodeTypeBatchNormGradient, in: inputs(positive, dims(4, 3), dims(3), dims(3), dims(3), dims(4, 3)), f: func(in []*Node) *Node {
			g, _, _ := InternalBatchNormGradient(in[0], in[1], in[2], in[3], in[4], 1e-2, -1)
			return g
		}},
	}
}

func dynamicRows() []rowCase {
	size := func(x *Node, axis int) DimensionSpec {
		return NamedDynamicDim("rows", Const(x.Graph(), int32(x.Shape().Dim(axis))))
	}
	return []rowCase{
		row(NodeTypeDynamicReshape, "", func(x *Node) *Node { return ReduceAllSum(Exp(DynamicReshape(x, size(x, 0), StaticDim(4)))) }, normal, 3, 4),
		row(NodeTypeDynamicBroadcastInDim, "", func(x *Node) *Node {
			return ReduceAllSum(Square(DynamicBroadcastInDim(x, []int{1}, size(x, 0), StaticDim(3))))
		}, normal, 3),
		row(NodeTypeDynamicPad, "", func(x *Node) *Node {
			one := Const(x.Graph(), int32(1))
			return ReduceAllSum(Square(DynamicPad(x, ScalarOne(x.Graph(), x.DType()), DynamicPadAxisSpec{StartNode: one, End: 1, TargetAxisName: "rows"})))
		}, normal, 3),
		discrete(NodeTypeDynamicIota, func(x *Node) *Node { return ReduceAllSum(DynamicIota(x.Graph(), x.DType(), 0, size(x, 0))) }),
		discrete(NodeTypeDynamicShape, func(x *Node) *Node { return DynamicShape(DynamicReshape(StopGradient(x), size(x, 0), StaticDim(4))) }),
		discrete(NodeTypeDynamicDimensionSize, func(x *Node) *Node {
			return DimensionSize(DynamicReshape(StopGradient(x), size(x, 0), StaticDim(4)), 0)
		}),
		row(NodeTypeAllReduce, "", func(x *Node) *Node { return x.Graph().Distributed().AllReduceOne(x, compute.ReduceOpSum) }, normal, 3),
	}
}
