package derivative

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// rule is the derivative of one operation: a row of the table.
type rule struct {
	// forward builds the partial derivatives of a node once and returns the map of its
	// tangents. It is nil for an operation whose derivative is zero.
	forward func(n *Node, l lead) pushforward
	// backward maps the adjoints of a node's outputs to those of its inputs. It is nil if
	// GoMLX's own gradient is used.
	backward VJP
	// refuse returns why the settings of a node leave it without a right derivative, and
	// what to do instead, or "". It is nil for an operation that is never refused.
	refuse func(op *Node) string
	// complex reports whether the rules hold for complex numbers too.
	complex bool
}

// pushforward maps the tangents of a node's inputs, nil for zero and at least
// one not nil, to the tangent of the node (nil for zero).
type pushforward func(dots []*Node) *Node

// unary returns the rule of y = f(x) element by element, from f′ as a function of y and x.
func unary(derivative func(y, x *Node) *Node) rule {
	return local(func(n *Node) []partial {
		return []partial{plus(func() *Node { return derivative(n, n.Inputs()[0]) })}
	}).bothWays()
}

// linear returns the rule of a linear operation of one input: the operation on the
// tangent. batched builds it past the leading axis.
func linear(batched func(n, dot *Node, l lead) *Node) rule {
	return rule{forward: func(n *Node, l lead) pushforward {
		if !l.batched {
			return func(dots []*Node) *Node { return n.CloneWithInputs(dots[0]) }
		}
		return func(dots []*Node) *Node { return batched(n, dots[0], l) }
	}}
}

// zero is the rule of operations whose derivative is zero.
var zero = rule{backward: func(n *Node, _ []*Node, _ shapes.Shape) []*Node { return make([]*Node, len(n.Inputs())) }}

// through returns the rule of an operation that is differentiated through others.
func through(build decomposition) rule {
	return rule{
		forward:  func(n *Node, l lead) pushforward { return pushDecomposed(n, l, build) },
		backward: pullDecomposed(build),
	}
}

// refused returns the rule of an operation that is refused wherever it carries a derivative.
func refused(reason string) rule { return rule{refuse: always(reason)} }

func always(reason string) func(op *Node) string { return func(*Node) string { return reason } }

// except returns the rule with settings that are refused.
func (r rule) except(refuse func(op *Node) string) rule {
	r.refuse = refuse
	return r
}

// forComplex returns the rule for complex numbers too.
func (r rule) forComplex() rule {
	r.complex = true
	return r
}
