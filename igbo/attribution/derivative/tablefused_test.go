package derivative

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	gomlxattention "github.com/gomlx/gomlx/ml/layers/attention"
	"github.com/gomlx/gomlx/ml/nn"
)

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
	pair := func(op NodeType, setting string, f func(z *Node) *Node) rowCase {
		return row2(op, setting, func(a, b *Node) *Node { return f(Complex(a, b)) }, normal, dims(3, 4), dims(3, 4))
	}
	return []rowCase{
		row(NodeTypeFFT, "", func(x *Node) *Node { return Real(spectrum(x)) }, normal, 2, 4),
		row(NodeTypeFFT, "RealFFT, power", func(x *Node) *Node { return Square(Abs(RealFFT(x))) }, normal, 2, 4),
		row(NodeTypeFFT, "RealFFT, odd", func(x *Node) *Node { return Imag(RealFFT(x)) }, normal, 2, 5),
		pair(NodeTypeFFT, "InverseFFT", func(z *Node) *Node { return Abs(InverseFFT(z)) }),
		pair(NodeTypeFFT, "InverseRealFFT", func(z *Node) *Node { return InverseRealFFT(z) }),
		row(NodeTypeFFT, "RealFFT and back", func(x *Node) *Node { return InverseRealFFT(Square(RealFFT(x))) }, normal, 2, 6),
		pair(NodeTypeFFT, "two axes", func(z *Node) *Node { return Real(FFT(z, 3, 4)) }),
		pair(NodeTypeComplex, "", func(z *Node) *Node { return Real(Mul(z, Add(z, Conj(Neg(z))))) }),
		pair(NodeTypeComplex, "product", func(z *Node) *Node { return Real(Square(z)) }),
		pair(NodeTypeMul, "complex, broadcast", func(z *Node) *Node { return Imag(Mul(z, Slice(z, AxisRange(), AxisElem(1)))) }),
		pair(NodeTypeAbs, "complex", Abs), pair(NodeTypeExp, "complex", func(z *Node) *Node { return Real(Exp(z)) }),
		pair(NodeTypeDiv, "complex", func(z *Node) *Node { return Real(Div(z, Conj(z))) }),
		pair(NodeTypeReal, "", Real), pair(NodeTypeImag, "", Imag), pair(NodeTypeConj, "", func(z *Node) *Node { return Imag(Conj(z)) }),
	}
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
