package derivative

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// A rule is the derivative of one operation, a row in the table.
type rule struct {
	// forward builds the partial derivatives of a node once and returns a map of its tangents. nil means that
	// the derivative is zero.
	forward func(n *Node, l lead) pushforward
	// backward maps the adjoints of a node's outputs to those of its inputs. nil means GoMLX's own gradient.
	backward VJP
	// refuse returns why the derivative is missing or wrong for the settings of a node, and what to do instead,
	// or "". nil means that no setting is rejected.
	refuse func(op *Node) string
	// complex reports whether the rule also holds for complex numbers.
	complex bool
}

// A pushforward maps the tangents of a node's inputs to the tangent of the node. A nil tangent is zero; at
// least one input tangent is not nil.
type pushforward func(dots []*Node) *Node

// unary returns the rule for an elementwise y = f(x), given f′ as a function of y and x.
func unary(derivative func(y, x *Node) *Node) rule {
	return local(func(n *Node) []partial {
		return []partial{plus(func() *Node { return derivative(n, n.Inputs()[0]) })}
	}).bothWays()
}

// linear returns the rule for a linear operation with one input: the operation applied to the tangent. batched
// applies it in the presence of a leading axis.
func linear(batched func(n, dot *Node, l lead) *Node) rule {
	return rule{forward: func(n *Node, l lead) pushforward {
		if !l.batched {
			return func(dots []*Node) *Node { return n.CloneWithInputs(dots[0]) }
		}
		return func(dots []*Node) *Node { return batched(n, dots[0], l) }
	}}
}

// zero is the rule for operations whose derivative is zero.
var zero = rule{backward: func(n *Node, _ []*Node, _ shapes.Shape) []*Node { return make([]*Node, len(n.Inputs())) }}

// through returns the rule for an operation that is differentiated through its decomposition.
func through(build decomposition) rule {
	return rule{
		forward:  func(n *Node, l lead) pushforward { return pushDecomposed(n, l, build) },
		backward: pullDecomposed(build),
	}
}

// refused returns the rule for an operation that is rejected if it carries a derivative.
func refused(reason string) rule { return rule{refuse: always(reason)} }

func always(reason string) func(op *Node) string { return func(*Node) string { return reason } }

// except returns a copy of the rule that rejects some settings.
func (r rule) except(refuse func(op *Node) string) rule {
	r.refuse = refuse
	return r
}

// forComplex returns a copy of the rule that also holds for complex numbers.
func (r rule) forComplex() rule {
	r.complex = true
	return r
}
