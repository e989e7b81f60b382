package forward

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// missingVJPs are gradients that GoMLX v0.28 lacks and that reverse mode over
// JVPs, or twice over sequence models, meets.
var missingVJPs = map[NodeType]SingleOutputVJP{
	NodeTypeIdentity: func(_, v *Node, _ shapes.Shape) []*Node { return []*Node{v} },
	NodeTypePad:      padVJP,
	NodeTypeReverse: func(n, v *Node, _ shapes.Shape) []*Node {
		return []*Node{Reverse(v, intsSetting(n, "axes")...)}
	},
	NodeTypeRsqrt: func(n, v *Node, _ shapes.Shape) []*Node {
		return []*Node{Mul(v, MulScalar(Mul(n, Mul(n, n)), -0.5))}
	},
	NodeTypeExpm1: func(n, v *Node, _ shapes.Shape) []*Node { return []*Node{Mul(v, OnePlus(n))} },
	NodeTypeAtan2: atan2VJP,
	NodeTypeClamp: clampVJP,

	NodeTypeFloor:          zeroVJP,
	NodeTypeCeil:           zeroVJP,
	NodeTypeRound:          zeroVJP,
	NodeTypeEqual:          zeroVJP,
	NodeTypeNotEqual:       zeroVJP,
	NodeTypeLessThan:       zeroVJP,
	NodeTypeLessOrEqual:    zeroVJP,
	NodeTypeGreaterThan:    zeroVJP,
	NodeTypeGreaterOrEqual: zeroVJP,
}

var registered []NodeType

func init() {
	for t, f := range missingVJPs {
		if _, exists := VJPRegistration[t]; exists {
			continue
		}
		VJPRegistration[t] = func(n *Node, v []*Node, output shapes.Shape) []*Node { return f(n, v[0], output) }
		registered = append(registered, t)
	}
	slices.Sort(registered)
}

// RegisteredVJPs lists the operations whose gradient this package added to
// graph.VJPRegistration.
func RegisteredVJPs() []NodeType { return slices.Clone(registered) }

func zeroVJP(n, _ *Node, _ shapes.Shape) []*Node { return make([]*Node, len(n.Inputs())) }

// padVJP takes the unpadded elements for x and sums the padding for the fill value.
func padVJP(n, v *Node, _ shapes.Shape) []*Node {
	x := n.Inputs()[0]
	specs := make([]SliceAxisSpec, n.Rank())
	for i, axis := range padSetting(n) {
		if axis.Start < 0 || axis.End < 0 {
			panic(&UnsupportedError{Op: n.Type(), Node: n.String() + " with negative padding"})
		}
		limit := axis.Start + (x.Shape().Dim(i)-1)*(axis.Interior+1) + 1
		specs[i] = AxisRange(axis.Start, limit).Stride(axis.Interior + 1)
	}
	inside := Slice(v, specs...)
	if n.Inputs()[1].IsConstantExpression() {
		return []*Node{inside, nil}
	}
	return []*Node{inside, Sub(ReduceAllSum(v), ReduceAllSum(inside))}
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
