package scan

import (
	"errors"
	"slices"

	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// Pushforward builds the tangents of outputs along tangents of inputs, none of them
// nil, each with a leading axis [K, …] where those of the loop have one.
type Pushforward func(outputs, inputs, tangents []*Node) []*Node

// Tangents builds the tangents of the outputs of a While of the loop, nil for zero,
// along tangents of its inputs, nil for zero: a loop that carries the tangents of
// the carries through the steps that were taken. zeros makes a tangent of its
// argument; batched says that all have a leading axis [K, …].
func (l *Loop) Tangents(op *Node, dots []*Node, batched bool, zeros func(x *Node) *Node, push Pushforward) []*Node {
	if l == nil || Of(op) != l || len(dots) != len(op.Inputs()) || zeros == nil || push == nil {
		panic(errors.New("scan: Tangents of something else than a While of the loop and a tangent, or nil, for each of its inputs"))
	}
	in, out, dot := l.arguments(op.Inputs()[1:]), l.given(l.outputsOf(op)), l.arguments(dots[1:])
	refuseComplex(in, out)
	constants, series := given(dot.constants), given(dot.series)
	along := &Loop{steps: l.steps, reverse: l.reverse}
	along.define = func(c, carry, x []*Node) (next, outputs, terms []*Node) {
		before := x[l.inputs : l.inputs+l.carries]
		following, y, s := l.step(c[:l.constants], before, x[:l.inputs])
		wrt := slices.Concat(xslices.Gather(c, constants), floats(before), xslices.Gather(x, series))
		tangents := slices.Concat(c[l.constants:], carry, x[l.inputs+l.carries:])
		ofNext, ofOutputs := floats(following), floats(y)
		d := push(slices.Concat(ofNext, ofOutputs, floats(s)), wrt, tangents)
		n, m := len(ofNext), len(ofNext)+len(ofOutputs)
		return d[:n], d[n:m], d[m:]
	}
	start := make([]*Node, len(in.carry))
	for k, h := range in.carry {
		start[k] = dot.carry[k]
		if start[k] == nil {
			start[k] = zeros(h)
		}
	}
	result := along.build(values{
		constants: slices.Concat(in.constants, xslices.Gather(dot.constants, constants)),
		carry:     floatsAt(start, in.carry),
		series:    slices.Concat(in.series, l.before(in.carry, out.series), swapped(xslices.Gather(dot.series, series), batched)),
	})
	tangents := make([]*Node, op.NumOutputs())
	spread(tangents[1+l.constants:], in.carry, result.carry)
	outputs := 1 + l.constants + l.carries + l.inputs
	spread(tangents[outputs:], out.series, swapped(result.series, batched))
	spread(tangents[outputs+l.outputs:], out.constants, result.constants)
	return tangents
}

// given are the indices of nodes that are not nil.
func given(nodes []*Node) (indices []int) {
	for k, n := range nodes {
		if n != nil {
			indices = append(indices, k)
		}
	}
	return indices
}

// swapped exchanges the first two axes of series with a leading axis, [K,T, …] and
// [T,K, …].
func swapped(series []*Node, batched bool) []*Node {
	if !batched {
		return series
	}
	return xslices.Map(series, func(x *Node) *Node { return Transpose(x, 0, 1) })
}
