package vjp

import (
	"maps"

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

// Rules are the gradients by operation, to be put into graph.VJPRegistration.
func Rules() map[NodeType]VJP {
	rules := maps.Clone(ownMultiVJPs)
	for t, f := range ownVJPs {
		rules[t] = func(n *Node, v []*Node, output shapes.Shape) []*Node { return f(n, v[0], output) }
	}
	for t, build := range Decompositions {
		rules[t] = pullDecomposed(build)
	}
	return rules
}

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

// atan2VJP is ∂a = b/(a²+b²), ∂b = −a/(a²+b²).
func atan2VJP(n, v *Node, _ shapes.Shape) []*Node {
	a, b := n.Inputs()[0], n.Inputs()[1]
	w := Div(v, Add(Mul(a, a), Mul(b, b)))
	return []*Node{unbroadcast(Mul(w, b), a), unbroadcast(Neg(Mul(w, a)), b)}
}

// clampVJP passes v to x inside, bounds included, and to the bound outside.
func clampVJP(n, v *Node, _ shapes.Shape) []*Node {
	low, x, high := n.Inputs()[0], n.Inputs()[1], n.Inputs()[2]
	below, above := Indicator(LessThan(x, low), n), Indicator(GreaterThan(x, high), n)
	inside := Sub(OneMinus(below), above)
	return []*Node{unbroadcast(Mul(v, below), low), unbroadcast(Mul(v, inside), x), unbroadcast(Mul(v, above), high)}
}

// Indicator is 1 where a condition holds, else 0, with no derivative of its own.
func Indicator(condition, like *Node) *Node {
	return StopGradient(ConvertDType(condition, like.DType()))
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
