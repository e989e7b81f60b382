package forward

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// ownVJPs are gradients that GoMLX v0.28.8 lacks or gets wrong, and that reverse
// mode over JVPs, or twice over sequence models, meets. GoMLX's Pad has no
// gradient for the fill value and stops at negative padding.
var ownVJPs = map[NodeType]SingleOutputVJP{
	NodeTypeIdentity: func(_, v *Node, _ shapes.Shape) []*Node { return []*Node{v} },
	NodeTypePad:      padVJP,

	NodeTypeReal:    realVJP,
	NodeTypeImag:    imagVJP,
	NodeTypeComplex: complexVJP,
	NodeTypeMul:     mulVJP,

	NodeTypeConvGeneral:  convVJP,
	NodeTypeGather:       gatherVJP,
	NodeTypeConvertDType: convertDTypeVJP,
	NodeTypeRsqrt: func(n, v *Node, _ shapes.Shape) []*Node {
		return []*Node{Mul(v, MulScalar(Mul(n, Mul(n, n)), -0.5))}
	},
	NodeTypeExpm1: func(n, v *Node, _ shapes.Shape) []*Node { return []*Node{Mul(v, OnePlus(n))} },
	NodeTypeAtan2: atan2VJP,
	NodeTypeClamp: clampVJP,

	NodeTypeFloor:          zeroVJP,
	NodeTypeCeil:           zeroVJP,
	NodeTypeRound:          zeroVJP,
	NodeTypeSign:           zeroVJP,
	NodeTypeEqual:          zeroVJP,
	NodeTypeNotEqual:       zeroVJP,
	NodeTypeLessThan:       zeroVJP,
	NodeTypeLessOrEqual:    zeroVJP,
	NodeTypeGreaterThan:    zeroVJP,
	NodeTypeGreaterOrEqual: zeroVJP,
}

// ownMultiVJPs are those that need the VJP of a node with any number of outputs.
var ownMultiVJPs = map[NodeType]VJP{NodeTypeReduceWindow: reduceWindowVJP}

var registered []NodeType

func init() {
	for t, f := range ownVJPs {
		ownMultiVJPs[t] = func(n *Node, v []*Node, output shapes.Shape) []*Node { return f(n, v[0], output) }
	}
	for t, build := range decompositions {
		ownMultiVJPs[t] = pullDecomposed(build)
	}
	for t, f := range ownMultiVJPs {
		VJPRegistration[t] = f
		registered = append(registered, t)
	}
	slices.Sort(registered)
	guardVJPs()
}

// RegisteredVJPs lists the operations whose gradient this package put into
// graph.VJPRegistration.
func RegisteredVJPs() []NodeType { return slices.Clone(registered) }

// gomlxConvertDType is GoMLX's own gradient, which is right for complex numbers.
var gomlxConvertDType = VJPRegistration[NodeTypeConvertDType]

// convertDTypeVJP converts the adjoint back. Through integers there is none,
// where GoMLX's is the adjoint rounded to an integer.
func convertDTypeVJP(n, v *Node, output shapes.Shape) []*Node {
	from := n.Inputs()[0].DType()
	if from.IsComplex() || n.DType().IsComplex() {
		return gomlxConvertDType(n, []*Node{v}, output)
	}
	if !from.IsFloat() || !n.DType().IsFloat() {
		return []*Node{nil}
	}
	return []*Node{ConvertDType(v, from)}
}

func zeroVJP(n, _ *Node, _ shapes.Shape) []*Node { return make([]*Node, len(n.Inputs())) }

// padVJP takes the unpadded elements for x and sums the padding for the fill
// value. Negative padding cuts elements off x, whose gradient is zero.
func padVJP(n, v *Node, _ shapes.Shape) []*Node {
	x := n.Inputs()[0]
	lost, kept := make([]PadAxis, n.Rank()), make([]SliceAxisSpec, n.Rank())
	for i, axis := range padSetting(n) {
		lost[i] = PadAxis{Start: max(-axis.Start, 0), End: max(-axis.End, 0)}
		start, extent := max(axis.Start, 0), (x.Shape().Dim(i)-1)*(axis.Interior+1)+1
		kept[i] = AxisRange(start, start+extent).Stride(axis.Interior + 1)
	}
	inside := Slice(padded(v, lost), kept...)
	if n.Inputs()[1].IsConstantExpression() {
		return []*Node{inside, nil}
	}
	padding := n.CloneWithInputs(ZerosLike(x), ScalarOne(n.Graph(), n.DType()))
	return []*Node{inside, ReduceAllSum(Mul(v, padding))}
}

// padded pads with zeros by a non-negative padding, where there is one.
func padded(x *Node, padding []PadAxis) *Node {
	if !slices.ContainsFunc(padding, func(p PadAxis) bool { return p != PadAxis{} }) {
		return x
	}
	return Pad(x, ScalarZero(x.Graph(), x.DType()), padding...)
}

// fitted pads with zeros, cutting elements off where the padding is negative:
// what Pad does, except on the embedded backend, which writes past the edges.
func fitted(x *Node, padding []PadAxis) *Node {
	outer, kept, cut := make([]PadAxis, len(padding)), make([]SliceAxisSpec, len(padding)), false
	for i, p := range padding {
		outer[i] = PadAxis{Start: max(p.Start, 0), End: max(p.End, 0), Interior: p.Interior}
		size := max(p.Start, 0) + (x.Shape().Dim(i)-1)*(p.Interior+1) + 1 + max(p.End, 0)
		kept[i] = AxisRange(max(-p.Start, 0), size-max(-p.End, 0))
		cut = cut || p.Start < 0 || p.End < 0
	}
	if y := padded(x, outer); cut {
		return Slice(y, kept...)
	} else {
		return y
	}
}

// atan2VJP is ∂a = b/(a²+b²), ∂b = −a/(a²+b²).
func atan2VJP(n, v *Node, _ shapes.Shape) []*Node {
	a, b := n.Inputs()[0], n.Inputs()[1]
	w := Div(v, Add(Mul(a, a), Mul(b, b)))
	return []*Node{unbroadcast(Mul(w, b), a), unbroadcast(Neg(Mul(w, a)), b)}
}

// clampVJP passes v to x inside, bounds included, and to the bound outside.
func clampVJP(n, v *Node, _ shapes.Shape) []*Node {
	low, x, high := n.Inputs()[0], n.Inputs()[1], n.Inputs()[2]
	below, above := indicator(LessThan(x, low), n), indicator(GreaterThan(x, high), n)
	inside := Sub(OneMinus(below), above)
	return []*Node{unbroadcast(Mul(v, below), low), unbroadcast(Mul(v, inside), x), unbroadcast(Mul(v, above), high)}
}

// unbroadcast sums a gradient over the axes along which x was broadcast.
func unbroadcast(g, x *Node) *Node {
	if g.Shape().Equal(x.Shape()) {
		return g
	}
	if x.IsScalar() {
		return ReduceAllSum(g)
	}
	var axes []int
	for i, d := range x.Shape().Dimensions {
		if d == 1 && g.Shape().Dim(i) > 1 {
			axes = append(axes, i)
		}
	}
	return Reshape(ReduceSum(g, axes...), x.Shape().Dimensions...)
}
