package scan

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// errForeign is the panic value for the gradient of a While that has none.
var errForeign = errors.New("scan: a While loop has no gradient unless Scan builds it (build the loop with Scan)")

// Backward returns the gradient of a While that is a differentiable [Loop]; it panics for any other While. Its signature
// is that of GoMLX's gradient functions.
func Backward(op *Node, adjoints []*Node, _ shapes.Shape) []*Node {
	l := Of(op)
	if l == nil {
		panic(errForeign)
	}
	return l.pullBack(op, adjoints)
}

var installing sync.Once

// install registers [Backward] with GoMLX, unless a gradient of While is already registered.
func install() {
	installing.Do(func() {
		gomlx.Register(func(table map[NodeType]VJP) bool {
			if table[NodeTypeWhile] != nil {
				return false
			}
			table[NodeTypeWhile] = Backward
			return true
		})
	})
}

// pullBack builds the adjoint loop. It returns an adjoint for each input of the While, or nil.
func (l *Loop) pullBack(op *Node, adjoints []*Node) []*Node {
	in, out, bar := l.arguments(op.Inputs()[1:]), l.given(l.outputsOf(op)), l.given(adjoints[1:])
	refuseComplex(in, out)
	series, sums := present(bar.series), present(bar.constants)
	back := &Loop{steps: l.steps, reverse: !l.reverse}
	back.define = func(constants, carry, inputs []*Node) (next, outputs, terms []*Node) {
		c, x := constants[:l.constants], inputs[:l.inputs]
		before := inputs[l.inputs : l.inputs+l.carries]
		following, y, s := l.step(c, before, x)
		total := inner(nil, floats(following), carry)
		total = inner(total, xslices.Gather(y, series), inputs[l.inputs+l.carries:])
		total = inner(total, xslices.Gather(s, sums), constants[l.constants:])
		wrt := [][]*Node{floats(before), floats(x), floats(c)}
		g := gradients(total, slices.Concat(wrt...))
		n, m := len(wrt[0]), len(wrt[0])+len(wrt[1])
		return g[:n], g[n:m], g[m:]
	}
	bars := back.build(values{
		constants: slices.Concat(in.constants, xslices.Gather(bar.constants, sums)),
		carry:     floatsAt(bar.carry, in.carry),
		series:    slices.Concat(in.series, xslices.Gather(out.series, l.kept), xslices.Gather(bar.series, series)),
	})
	result := make([]*Node, len(op.Inputs()))
	spread(result[1:], in.constants, bars.constants)
	spread(result[1+l.constants:], in.carry, bars.carry)
	spread(result[1+l.constants+l.carries:], in.series, bars.series)
	return result
}

// outputsOf returns the outputs of a While of this loop, without the counter.
func (l *Loop) outputsOf(op *Node) []*Node {
	if l.split[0].Inputs()[0] == op {
		return l.split
	}
	return xslices.Map(l.split, func(n *Node) *Node { return n.CloneWithInputs(op) })
}

// present returns the indices of the floating-point adjoints that are not zero. GoMLX passes zeros for outputs without an
// adjoint.
func present(adjoints []*Node) (indices []int) {
	for k, n := range adjoints {
		if n.DType().IsFloat() && !isZeros(n) {
			indices = append(indices, k)
		}
	}
	return indices
}

// isZeros reports whether n was created by graph.Zeros: it is a scalar zero or broadcasts one.
func isZeros(n *Node) bool {
	zero := ScalarZero(n.Graph(), n.DType())
	return n == zero || n.Type() == NodeTypeBroadcastInDim && n.Inputs()[0] == zero
}

// floats returns the floating-point nodes. Only these have derivatives.
func floats(nodes []*Node) []*Node { return floatsAt(nodes, nodes) }

// floatsAt returns the values at the indices where nodes are floating-point.
func floatsAt(values, nodes []*Node) (picked []*Node) {
	for k, n := range nodes {
		if n.DType().IsFloat() {
			picked = append(picked, values[k])
		}
	}
	return picked
}

// spread stores the first values in to, at the indices where nodes are floating-point. It returns the remaining values.
func spread(to, nodes, values []*Node) []*Node {
	for k, n := range nodes {
		if n.DType().IsFloat() {
			to[k], values = values[0], values[1:]
		}
	}
	return values
}

// inner returns total + Σ ⟨values, adjoints⟩. total can be nil.
func inner(total *Node, values, adjoints []*Node) *Node {
	for k, n := range values {
		product := ReduceAllSum(Mul(n, adjoints[k]))
		if total != nil {
			product = Add(total, product)
		}
		total = product
	}
	return total
}

// gradients returns the gradients of total, or zeros if total is nil.
func gradients(total *Node, nodes []*Node) []*Node {
	if len(nodes) == 0 {
		return nil
	}
	if total != nil {
		return Gradient(total, nodes...)
	}
	return xslices.Map(nodes, ZerosLike)
}

func refuseComplex(values ...values) {
	for _, v := range values {
		for _, n := range v.all() {
			if n.DType().IsComplex() {
				panic(fmt.Errorf("scan: a loop over complex numbers has no gradient: %s (carry the real and the imaginary part)", n))
			}
		}
	}
}
