package forward

import (
	"math"
	"sync"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/vjp"
)

// unaryRules are y = f(x) element by element: ẏ = f′(x)·ẋ.
var unaryRules = map[NodeType]rule{
	NodeTypeNeg:      {Linear, func(_ *Node, _ lead) pushforward { return func(d []*Node) *Node { return Neg(d[0]) } }},
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
	NodeTypeFloor: constant,
	NodeTypeCeil:  constant,
	NodeTypeRound: constant,
	NodeTypeSign:  constant,
}

// constant is the rule of operations that are constant in pieces.
var constant = rule{Constant, func(*Node, lead) pushforward { return func([]*Node) *Node { return nil } }}

// realAbs is the rule of Abs for real numbers.
var realAbs = unary(func(_, x *Node) *Node { return StopGradient(SignPlusOrMinus(x)) })

// unary makes a rule of the derivative f′ as a function of y = f(x) and x.
func unary(derivative func(y, x *Node) *Node) rule {
	return rule{Elementwise, func(n *Node, l lead) pushforward {
		factor := derivative(n, n.Inputs()[0])
		return func(dots []*Node) *Node { return l.scale(dots[0], factor) }
	}}
}

// binaryRules are y = f(a, b) element by element with GoMLX's broadcasting:
// ẏ = ∂f/∂a·ȧ + ∂f/∂b·ḃ.
var binaryRules = map[NodeType]rule{
	NodeTypeAdd: {Linear, func(n *Node, l lead) pushforward { return combine(n, l, nil, nil, false) }},
	NodeTypeSub: {Linear, func(n *Node, l lead) pushforward { return combine(n, l, nil, nil, true) }},
	NodeTypeMul: {Bilinear, func(n *Node, l lead) pushforward {
		a, b := n.Inputs()[0], n.Inputs()[1]
		return combine(n, l, func() *Node { return b }, func() *Node { return a }, false)
	}},
	NodeTypeDiv: {Elementwise, func(n *Node, l lead) pushforward {
		b := n.Inputs()[1]
		return combine(n, l, func() *Node { return Reciprocal(b) }, func() *Node { return Div(n, b) }, true)
	}},
	NodeTypePow: {Elementwise, func(n *Node, l lead) pushforward {
		a, b := n.Inputs()[0], n.Inputs()[1]
		return combine(n, l,
			func() *Node { return Mul(b, Pow(a, AddScalar(b, -1))) },
			func() *Node { return Mul(Log(a), n) }, false)
	}},
	NodeTypeAtan2: {Elementwise, func(n *Node, l lead) pushforward {
		a, b := n.Inputs()[0], n.Inputs()[1]
		square := sync.OnceValue(func() *Node { return Add(Mul(a, a), Mul(b, b)) })
		return combine(n, l,
			func() *Node { return Div(b, square()) },
			func() *Node { return Div(a, square()) }, true)
	}},
	NodeTypeMax:   {Selecting, func(n *Node, l lead) pushforward { return selectOne(n, l, GreaterOrEqual, LessThan) }},
	NodeTypeMin:   {Selecting, func(n *Node, l lead) pushforward { return selectOne(n, l, LessThan, GreaterOrEqual) }},
	NodeTypeClamp: {Selecting, clamp},
}

// combine builds ∂a·ȧ + ∂b·ḃ, or minus the second term; a partial derivative of nil is one.
func combine(n *Node, l lead, partialA, partialB func() *Node, minus bool) pushforward {
	partials := [2]func() *Node{partialA, partialB}
	for i, p := range partials {
		if p != nil {
			partials[i] = sync.OnceValue(p)
		}
	}
	return func(dots []*Node) *Node {
		var parts [2]*Node
		for i, dot := range dots {
			if dot == nil {
				continue
			}
			parts[i] = l.expand(dot, n.Rank())
			if partials[i] != nil {
				parts[i] = l.scale(parts[i], partials[i]())
			}
		}
		return l.fit(join(parts[0], parts[1], minus), n)
	}
}

// join adds or subtracts two terms, of which one may be nil for zero.
func join(a, b *Node, minus bool) *Node {
	switch {
	case b == nil:
		return a
	case a == nil && minus:
		return Neg(b)
	case a == nil:
		return b
	case minus:
		return Sub(a, b)
	default:
		return Add(a, b)
	}
}

// selectOne passes ȧ where first(a, b) holds and ḃ where second(a, b) does.
func selectOne(n *Node, l lead, first, second func(a, b *Node) *Node) pushforward {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return combine(n, l,
		func() *Node { return vjp.Indicator(first(a, b), n) },
		func() *Node { return vjp.Indicator(second(a, b), n) }, false)
}

// clamp is y = min(max(x, low), high): the tangent of x inside, bounds included,
// that of the bound outside.
func clamp(n *Node, l lead) pushforward {
	low, x, high := n.Inputs()[0], n.Inputs()[1], n.Inputs()[2]
	factors := []func() *Node{
		sync.OnceValue(func() *Node { return vjp.Indicator(LessThan(x, low), n) }),
		sync.OnceValue(func() *Node { return vjp.Indicator(LogicalAnd(GreaterOrEqual(x, low), LessOrEqual(x, high)), n) }),
		sync.OnceValue(func() *Node { return vjp.Indicator(GreaterThan(x, high), n) }),
	}
	return func(dots []*Node) *Node {
		var sum *Node
		for i, dot := range dots {
			if dot != nil {
				sum = join(sum, l.fit(l.scale(l.expand(dot, n.Rank()), factors[i]()), n), false)
			}
		}
		return sum
	}
}
