package scan

import (
	"errors"
	"slices"

	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// A Pushforward builds the tangents of outputs for each list of input tangents. A nil input tangent means zero. If the
// tangents of the loop are batched, all tangents have an additional leading axis [K, …]. The returned tangents must not
// be nil.
type Pushforward func(outputs, inputs []*Node, tangents [][]*Node) [][]*Node

// Tangents builds the tangents of the outputs of op, a While of this loop, for several lists of input tangents. A nil
// tangent means zero, both for inputs and for outputs. The tangents are computed by one loop, which carries the tangents
// of the carries and reads the saved carries of op. zeros returns a zero tangent for its argument. If batched is set, all
// tangents have a leading axis [K, …].
func (l *Loop) Tangents(op *Node, dots [][]*Node, batched bool, zeros func(x *Node) *Node, push Pushforward) [][]*Node {
	wrong := func(list []*Node) bool { return op == nil || len(list) != len(op.Inputs()) }
	if l == nil || Of(op) != l || slices.ContainsFunc(dots, wrong) || zeros == nil || push == nil {
		panic(errors.New("scan: Tangents: the node must be a While of this loop, with a tangent or nil for each input"))
	}
	in, out := l.arguments(op.Inputs()[1:]), l.given(l.outputsOf(op))
	refuseComplex(in, out)
	all := values{constants: in.constants, series: slices.Concat(in.series, xslices.Gather(out.series, l.kept))}
	constants, series := make([][]int, len(dots)), make([][]int, len(dots)) // indices of those with tangents
	for k, list := range dots {
		dot := l.arguments(list[1:])
		constants[k], series[k] = given(dot.constants), given(dot.series)
		start := slices.Clone(dot.carry)
		for j, h := range in.carry {
			if start[j] == nil {
				start[j] = zeros(h)
			}
		}
		all.constants = slices.Concat(all.constants, xslices.Gather(dot.constants, constants[k]))
		all.carry = slices.Concat(all.carry, floatsAt(start, in.carry))
		all.series = slices.Concat(all.series, swapped(xslices.Gather(dot.series, series[k]), batched))
	}
	along := &Loop{steps: l.steps, reverse: l.reverse}
	along.define = func(c, carry, x []*Node) (next, outputs, terms []*Node) {
		before := x[l.inputs : l.inputs+l.carries]
		following, y, s := l.step(c[:l.constants], before, x[:l.inputs])
		wrt := slices.Concat(c[:l.constants], floats(before), x[:l.inputs])
		ofNext, ofOutputs := floats(following), floats(y)
		c, x = c[l.constants:], x[l.inputs+l.carries:]
		tangents := make([][]*Node, len(dots))
		for k := range tangents {
			tangents[k] = make([]*Node, len(wrt))
			last := len(wrt) - l.inputs
			c = spreadAt(tangents[k], constants[k], c)
			carry = carry[copy(tangents[k][l.constants:last], carry):]
			x = spreadAt(tangents[k][last:], series[k], x)
		}
		for _, d := range push(slices.Concat(ofNext, ofOutputs, floats(s)), wrt, tangents) {
			n, m := len(ofNext), len(ofNext)+len(ofOutputs)
			next, outputs, terms = append(next, d[:n]...), append(outputs, d[n:m]...), append(terms, d[m:]...)
		}
		return next, outputs, terms
	}
	result := along.build(all)
	tangents := make([][]*Node, len(dots))
	for k := range tangents {
		list := make([]*Node, op.NumOutputs())
		result.carry = spread(list[1+l.constants:], in.carry, result.carry)
		first := 1 + l.constants + l.carries + l.inputs
		n := len(floats(out.series))
		spread(list[first:], out.series, swapped(result.series[:n], batched))
		result.series = result.series[n:]
		result.constants = spread(list[first+l.outputs:], out.constants, result.constants)
		tangents[k] = list
	}
	return tangents
}

// given returns the indices of the nodes that are not nil.
func given(nodes []*Node) (indices []int) {
	for k, n := range nodes {
		if n != nil {
			indices = append(indices, k)
		}
	}
	return indices
}

// spreadAt stores the first values in to at the given indices and returns the remaining values.
func spreadAt(to []*Node, indices []int, values []*Node) []*Node {
	for k, i := range indices {
		to[i] = values[k]
	}
	return values[len(indices):]
}

// swapped exchanges the first two axes of series [K,T, …] or [T,K, …] if batched is set.
func swapped(series []*Node, batched bool) []*Node {
	if !batched {
		return series
	}
	return xslices.Map(series, func(x *Node) *Node { return Transpose(x, 0, 1) })
}
