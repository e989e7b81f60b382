package derivative

import (
	"math"
	"sync"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
	"github.com/igbolab/igbolab/igbo/scan"
)

// rules is the table of derivatives, with one row per operation. An init function fills it because some rules
// look up others.
var rules map[NodeType]rule

func init() { rules = table() }

// table returns the rules of all operations. A row without backward uses GoMLX's own gradient, which is
// correct. A row without forward has a zero tangent.
func table() map[NodeType]rule {
	return map[NodeType]rule{
		// Elementwise operations of one input: f′ in terms of y = f(x) and x, for both directions.
		NodeTypeExp:      unary(func(y, _ *Node) *Node { return y }),
		NodeTypeExpm1:    unary(func(y, _ *Node) *Node { return OnePlus(y) }),
		NodeTypeLog:      unary(func(_, x *Node) *Node { return Reciprocal(x) }),
		NodeTypeLog1p:    unary(func(_, x *Node) *Node { return Reciprocal(OnePlus(x)) }),
		NodeTypeSin:      unary(func(_, x *Node) *Node { return Cos(x) }),
		NodeTypeCos:      unary(func(_, x *Node) *Node { return Neg(Sin(x)) }),
		NodeTypeTanh:     unary(func(y, _ *Node) *Node { return OneMinus(Mul(y, y)) }),
		NodeTypeLogistic: unary(func(y, _ *Node) *Node { return Mul(y, OneMinus(y)) }),
		NodeTypeSqrt:     unary(func(y, _ *Node) *Node { return MulScalar(Reciprocal(y), 0.5) }),
		NodeTypeRsqrt:    unary(func(y, _ *Node) *Node { return MulScalar(Mul(y, Mul(y, y)), -0.5) }),
		NodeTypeErf: unary(func(_, x *Node) *Node {
			return MulScalar(Exp(Neg(Mul(x, x))), 2/math.Sqrt(math.Pi))
		}),
		NodeTypeNeg: linear(func(_, dot *Node, _ lead) *Node { return Neg(dot) }).forComplex(),
		NodeTypeAbs: {forward: absForward, complex: true},

		// Elementwise operations of several inputs with GoMLX's broadcasting: ∂y/∂x for each input.
		NodeTypeAtan2: local(func(n *Node) []partial {
			a, b := n.Inputs()[0], n.Inputs()[1]
			square := sync.OnceValue(func() *Node { return Add(Mul(a, a), Mul(b, b)) })
			return []partial{
				plus(func() *Node { return Div(b, square()) }),
				minus(func() *Node { return Div(a, square()) }),
			}
		}).bothWays(),
		NodeTypeClamp: local(func(n *Node) []partial { // y = min(max(x, low), high); x counts as inside at the bounds
			low, x, high := n.Inputs()[0], n.Inputs()[1], n.Inputs()[2]
			return []partial{
				plus(func() *Node { return indicator(LessThan(x, low), n) }),
				plus(func() *Node { return indicator(LogicalAnd(GreaterOrEqual(x, low), LessOrEqual(x, high)), n) }),
				plus(func() *Node { return indicator(GreaterThan(x, high), n) }),
			}
		}).bothWays(),
		NodeTypeMul: {forward: product.forward, backward: mulBackward, complex: true},
		NodeTypeAdd: local(func(*Node) []partial { return []partial{plus(nil), plus(nil)} }).forwards().forComplex(),
		NodeTypeSub: local(func(*Node) []partial { return []partial{plus(nil), minus(nil)} }).forwards().forComplex(),
		NodeTypeDiv: local(func(n *Node) []partial {
			b := n.Inputs()[1]
			return []partial{
				plus(func() *Node { return Reciprocal(b) }),
				minus(func() *Node { return Div(n, b) }),
			}
		}).forwards(),
		NodeTypePow: local(func(n *Node) []partial {
			a, b := n.Inputs()[0], n.Inputs()[1]
			return []partial{
				plus(func() *Node { return Mul(b, Pow(a, AddScalar(b, -1))) }),
				plus(func() *Node { return Mul(Log(a), n) }),
			}
		}).forwards(),
		NodeTypeMax: selecting(GreaterOrEqual, LessThan),
		NodeTypeMin: selecting(LessThan, GreaterOrEqual),

		// Operations whose derivative is zero.
		NodeTypeFloor:          zero,
		NodeTypeCeil:           zero,
		NodeTypeRound:          zero,
		NodeTypeSign:           zero,
		NodeTypeEqual:          zero,
		NodeTypeNotEqual:       zero,
		NodeTypeLessThan:       zero,
		NodeTypeLessOrEqual:    zero,
		NodeTypeGreaterThan:    zero,
		NodeTypeGreaterOrEqual: zero,

		// Linear operations that move, repeat or select elements.
		NodeTypeIdentity:            {forward: same, backward: identityBackward, complex: true},
		NodeTypeSchedulingBarrier:   {forward: same},
		NodeTypeOptimizationBarrier: {forward: barrierForward},
		NodeTypeConvertDType:        {forward: convertForward, backward: convertBackward, complex: true},
		NodeTypeReshape: linear(func(n, dot *Node, l lead) *Node {
			return Reshape(dot, l.dims(n.Shape().Dimensions...)...)
		}).forComplex(),
		NodeTypeTranspose: linear(func(n, dot *Node, l lead) *Node {
			return TransposeAllAxes(dot, append([]int{0}, l.axes(gomlx.Ints(n, "permutation")...)...)...)
		}).forComplex(),
		NodeTypeReverse: linear(func(n, dot *Node, l lead) *Node {
			return Reverse(dot, l.axes(gomlx.Ints(n, "axes")...)...)
		}),
		NodeTypeCumSum: linear(func(n, dot *Node, l lead) *Node {
			return CumSum(dot, l.axes(gomlx.Int(n, "axis"))[0], gomlx.CumSum(n))
		}),
		NodeTypeBroadcastInDim:     linear(broadcastBatched).forComplex(),
		NodeTypeSlice:              linear(sliceBatched).forComplex(),
		NodeTypeConcatenate:        {forward: concatenateForward, complex: true},
		NodeTypePad:                {forward: padForward, backward: padBackward, refuse: refusePad, complex: true},
		NodeTypeWhere:              {forward: whereForward},
		NodeTypeGather:             {forward: repeatFirst, backward: gatherBackward, refuse: refuseGather},
		NodeTypeDynamicSlice:       {forward: repeatFirst},
		NodeTypeDynamicUpdateSlice: {forward: repeatTwo},
		NodeTypeScatterSum:         {forward: scatterSumForward, refuse: refuseScatter},

		// Reductions.
		NodeTypeReduceSum: linear(func(n, dot *Node, l lead) *Node {
			return ReduceSum(dot, l.axes(gomlx.ReducedAxes(n)...)...)
		}).forComplex(),
		NodeTypeReduceMax:    {forward: extremumForward},
		NodeTypeReduceMin:    {forward: extremumForward},
		NodeTypeReduceWindow: {forward: windowForward, backward: windowBackward},

		// Contractions, which are bilinear.
		NodeTypeDotGeneral:  {forward: dotForward},
		NodeTypeConvGeneral: {forward: convForward, backward: convBackward},

		// Complex numbers. The adjoint of z is ∂L/∂Re z + i·∂L/∂Im z.
		NodeTypeReal:    {forward: repeatFirst, backward: realBackward, complex: true},
		NodeTypeImag:    {forward: repeatFirst, backward: imagBackward, complex: true},
		NodeTypeConj:    {forward: repeatFirst, complex: true},
		NodeTypeComplex: {forward: repeatTwo, backward: complexBackward, complex: true},
		NodeTypeFFT:     {forward: repeatFirst, refuse: refuseFFT, complex: true},

		// Operations that are differentiated through their decomposition.
		NodeTypeReduceProduct:         through(reduceProduct),
		NodeTypeRem:                   through(remainder),
		NodeTypeSort:                  through(sorted).except(refuseSort),
		NodeTypeScatterMax:            through(scatterExtremum).except(refuseScatter),
		NodeTypeScatterMin:            through(scatterExtremum).except(refuseScatter),
		NodeTypeBatchNormForInference: through(batchNormForInference),
		NodeTypeBatchNormForTraining:  through(batchNormForTraining),

		// Control flow. The loops of package scan have derivatives; others are rejected.
		NodeTypeWhile: {backward: scan.Backward, refuse: always("the body of the loop can use any earlier value, and its steps are not stored; build the loop with Scan of igbo/scan")},
		NodeTypeIf: refused("its branches can use any earlier value, which differentiation does not see; " +
			"build both values and choose with Where"),
		NodeTypeCall: refused("the function of a graph cannot be differentiated; call the Go function that builds the nodes instead"),

		// Operations that are rejected if they carry a derivative.
		NodeTypeBitcast: refused("the bits of a number are not a differentiable function of it; " +
			"convert with ConvertDType, or put it behind StopGradient"),
		NodeTypeSelectAndScatterMax:               refused("it is an internal operation of gradients of pooling; use MaxPool"),
		NodeTypeSelectAndScatterMin:               refused("it is an internal operation of gradients of pooling; use MinPool"),
		NodeTypeBatchNormGradient:                 refused("it is an internal operation of gradients; use BatchNormForTraining"),
		NodeTypeFusedScaledDotProductAttentionVJP: refused("it is an internal operation of gradients; set GOMLX_FUSION=false, so attention consists of separate operations"),
		NodeTypeDynamicBroadcastInDim:             refused(dynamicShapes),
		NodeTypeDynamicReshape:                    refused(dynamicShapes),
		NodeTypeDynamicPad:                        refused(dynamicShapes),
		NodeTypeAllReduce:                         refused("sums over devices cannot be differentiated; build the model on one device"),
		NodeTypeFusedQuantizedDense:               refused("the fused operation alone has no gradient; use nn.Dense, or QuantizedDense of GoMLX's package nn, which keeps the separate operations"),
		NodeTypeFusedAttentionQKVProjection:       refused("the fused operation alone has no gradient; use QKVProjection of GoMLX's layers, which keeps the separate operations"),
	}
}

// dynamicShapes is the reason for rejecting operations on axes of unknown size.
const dynamicShapes = "axes of unknown size cannot be differentiated; build the graph for known shapes"
