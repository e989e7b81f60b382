package derivative

import (
	"sync"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// local builds the derivative of an elementwise operation: ∂y/∂x for each input. Both directions follow from
// it:
//
//	ẏ = Σ_i ∂y/∂x_i · ẋ_i,   x̄_i = ∂y/∂x_i · ȳ
type local func(n *Node) []partial

// A partial is ±∂y/∂x for one input. The factor is built when needed; nil means one.
type partial struct {
	factor   func() *Node
	negative bool
}

func plus(factor func() *Node) partial { return partial{factor: factor} }

func minus(factor func() *Node) partial { return partial{factor: factor, negative: true} }

// bothWays returns a rule that uses the partial derivatives in both directions.
func (d local) bothWays() rule { return rule{forward: d.forward, backward: d.backward} }

// forwards returns a rule that uses GoMLX's own gradient for the backward direction.
func (d local) forwards() rule { return rule{forward: d.forward} }

// forward sums the products of tangents and partial derivatives.
func (d local) forward(n *Node, l lead) pushforward {
	partials := d(n)
	for i, p := range partials {
		if p.factor != nil {
			partials[i].factor = sync.OnceValue(p.factor)
		}
	}
	return func(dots []*Node) *Node {
		var sum *Node
		for i, p := range partials {
			if dots[i] == nil {
				continue
			}
			term := l.expand(dots[i], n.Rank())
			if p.factor != nil {
				term = l.scale(term, p.factor())
			}
			sum = join(sum, term, p.negative)
		}
		return l.fit(sum, n)
	}
}

// backward multiplies the adjoint by each partial derivative or, for complex numbers, by its conjugate.
func (d local) backward(n *Node, v []*Node, _ shapes.Shape) []*Node {
	partials := d(n)
	adjoints := make([]*Node, len(partials))
	for i, p := range partials {
		adjoint := v[0]
		if p.factor != nil {
			factor := p.factor()
			if factor.DType().IsComplex() {
				factor = Conj(factor)
			}
			adjoint = Mul(adjoint, factor)
		}
		if p.negative {
			adjoint = Neg(adjoint)
		}
		adjoints[i] = unbroadcast(adjoint, n.Inputs()[i])
	}
	return adjoints
}

// join adds or subtracts two terms. A nil term is zero.
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

// indicator returns 1 where a condition holds and 0 elsewhere. Its derivative is 0.
func indicator(condition, like *Node) *Node {
	return StopGradient(ConvertDType(condition, like.DType()))
}

// selecting returns a rule that passes ȧ where first(a, b) holds, and ḃ where second(a, b) holds.
func selecting(first, second func(a, b *Node) *Node) rule {
	return local(func(n *Node) []partial {
		a, b := n.Inputs()[0], n.Inputs()[1]
		return []partial{
			plus(func() *Node { return indicator(first(a, b), n) }),
			plus(func() *Node { return indicator(second(a, b), n) }),
		}
	}).forwards()
}

// product contains the partial derivatives of Mul.
var product local = func(n *Node) []partial {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return []partial{plus(func() *Node { return b }), plus(func() *Node { return a })}
}

// mulBackward is the backward rule of Mul. For real numbers it uses GoMLX's own gradient; for complex numbers
// GoMLX omits the conjugate.
func mulBackward(n *Node, v []*Node, output shapes.Shape) []*Node {
	if n.DType().IsComplex() {
		return product.backward(n, v, output)
	}
	return registered[NodeTypeMul](n, v, output)
}

// absDerivative is the sign of x, and 1 at 0.
var absDerivative local = func(n *Node) []partial {
	return []partial{plus(func() *Node { return StopGradient(SignPlusOrMinus(n.Inputs()[0])) })}
}

// absForward is the forward rule of Abs. For complex numbers it is Re(x̄·ẋ)/|x|.
func absForward(n *Node, l lead) pushforward {
	x := n.Inputs()[0]
	if !x.DType().IsComplex() {
		return absDerivative.forward(n, l)
	}
	return l.each(func(dots []*Node) *Node {
		return Div(Add(Mul(Real(x), Real(dots[0])), Mul(Imag(x), Imag(dots[0]))), n)
	})
}
