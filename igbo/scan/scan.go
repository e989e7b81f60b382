package scan

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// Cell builds one step over time: from the carry, one element of each series of
// inputs and the constants it makes the next carry, of the same shapes, and any
// outputs. It must make them of these nodes alone.
type Cell func(carry, inputs, constants []*Node) (next, outputs []*Node)

// Options are the settings of a [Scan].
type Options struct {
	Constants []*Node // handed to every step: the weights
	Reverse   bool    // from the last element to the first
	Steps     int     // T, where there are no inputs to tell it
	// Checkpoints keeps only the carries of every ⌈√T⌉th step for derivatives, which recompute the
	// steps between: memory grows as √T (and as T for the series themselves), and time by about a third.
	Checkpoints bool
}

// Scan runs a cell along series of inputs [T, …], each handed to it element by
// element [ … ]:
//
//	(h_t, y_t) = cell(h_{t−1}, x_t, c),   t = 1 … T
//
// from the carry h_0 = start. It returns the last carry h_T and the outputs y
// [T, …]. Where [Supported] it is one loop of the engine and the graph does not grow
// with T; elsewhere, and where a cell holds what the embedded backend has no kernel for
// in loops, such as numbers of 16 bits, there are T copies of the cell. Both are differentiable in
// everything that is a float, any number of times: reverse mode is a scan in the
// other direction, which computes the cell again and keeps the carries [T, …] alone.
//
// It panics with an error for series of different lengths, no start, a cell that
// changes the shapes of the carry, and one that uses a value from outside, which is
// named.
func Scan(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node) {
	if cell == nil || len(start) == 0 {
		panic(fmt.Errorf("scan: the cell or the carry is nil (want both)"))
	}
	checkNodes("carry", start)
	checkNodes("series", inputs)
	checkNodes("constant", o.Constants)
	if len(inputs) > 0 && inputs[0].Rank() > 0 {
		o.Steps = inputs[0].Shape().Dim(0)
	}
	if o.Checkpoints && o.Steps > 3 {
		return inBlocks(cell, start, inputs, o)
	}
	n := 0
	l := &Loop{steps: o.Steps, reverse: o.Reverse}
	l.define = func(constants, carry, elements []*Node) (next, outputs, terms []*Node) {
		next, outputs = cell(carry, elements, constants)
		n = len(outputs)
		return next, outputs, nil
	}
	in := values{constants: o.Constants, carry: start, series: inputs}
	if Supported(start[0].Graph().Backend()) {
		if out, ok := l.attempt(in); ok {
			return out.carry, out.series[:n]
		}
	}
	return l.unroll(in)
}

// inBlocks is Scan over blocks of ⌈√T⌉ steps, each a Scan, and over the steps that remain.
func inBlocks(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node) {
	t := o.Steps
	k := int(math.Ceil(math.Sqrt(float64(t))))
	n := t / k
	inner, outer := o, o
	inner.Checkpoints, inner.Steps = false, k
	outer.Checkpoints, outer.Steps = false, n
	first, rest := [2]int{0, n * k}, [2]int{n * k, t} // in the order in which they are taken
	if o.Reverse {
		first, rest = [2]int{t - n*k, t}, [2]int{0, t - n*k}
	}
	blocks := xslices.Map(inputs, func(x *Node) *Node {
		x = Slice(x, AxisRange(first[0], first[1]))
		return Reshape(x, append([]int{n, k}, x.Shape().Dimensions[1:]...)...)
	})
	last, outputs = Scan(func(carry, inputs, constants []*Node) (next, outputs []*Node) {
		o := inner
		o.Constants = constants
		return Scan(cell, carry, inputs, o)
	}, start, blocks, outer)
	for i, y := range outputs {
		outputs[i] = Reshape(y, append([]int{n * k}, y.Shape().Dimensions[2:]...)...)
	}
	if inner.Steps = t - n*k; inner.Steps == 0 {
		return last, outputs
	}
	last, more := Scan(cell, last, xslices.Map(inputs, func(x *Node) *Node { return Slice(x, AxisRange(rest[0], rest[1])) }), inner)
	for i, y := range outputs {
		parts := []*Node{y, more[i]}
		if o.Reverse {
			slices.Reverse(parts)
		}
		outputs[i] = Concatenate(parts, 0)
	}
	return last, outputs
}

// attempt builds the loop; false where the embedded backend has no kernel for what the
// cell does.
func (l *Loop) attempt(in values) (out values, ok bool) {
	defer func() {
		if r := recover(); r != nil && !NoKernel(r) {
			panic(r)
		}
	}()
	return l.build(in), true
}

// unroll builds T copies of the step.
func (l *Loop) unroll(in values) (last, outputs []*Node) {
	l.check(in)
	elements := xslices.Map(in.series, unstack)
	var series [][]*Node // by output
	carry := in.carry
	for step := range l.steps {
		i := step
		if l.reverse {
			i = l.steps - 1 - step
		}
		x := make([]*Node, len(elements))
		for k := range elements {
			x[k] = elements[k][i]
		}
		first := NodeId(len(carry[0].Graph().Nodes()))
		next, y, _ := l.define(in.constants, carry, x)
		l.checkStep(carry, next, slices.Concat(in.constants, carry, x), first)
		if step == 0 {
			series = make([][]*Node, len(y))
			for k := range series {
				series[k] = make([]*Node, l.steps)
			}
		}
		for k := range series {
			series[k][i] = InsertAxes(y[k], 0)
		}
		carry = next
	}
	for _, list := range series {
		outputs = append(outputs, join(list))
	}
	return carry, outputs
}

// checkStep panics for the steps that a loop would refuse.
func (l *Loop) checkStep(carry, next, given []*Node, first NodeId) {
	if len(next) != len(carry) {
		panic(fmt.Errorf("scan: a step returned %d carries, want %d", len(next), len(carry)))
	}
	for k, n := range next {
		if n == nil || !n.Shape().Equal(carry[k].Shape()) {
			panic(fmt.Errorf("scan: carry %d of a step is %v, want the shape %s", k, n, carry[k].Shape()))
		}
	}
	for _, n := range carry[0].Graph().Nodes()[first:] {
		for _, x := range n.Inputs() {
			if x.Id() < first && x.Type() != NodeTypeConstant && !slices.Contains(given, x) {
				panic(captured(x))
			}
		}
	}
}

// unstack cuts x [T, …] into T elements, half by half: the gradient of a slice is as
// large as what it was cut from, so that T slices of x would cost T².
func unstack(x *Node) []*Node {
	t := x.Shape().Dim(0)
	if t == 1 {
		return []*Node{Reshape(x, x.Shape().Dimensions[1:]...)}
	}
	return append(unstack(Slice(x, AxisRange(0, t/2))), unstack(Slice(x, AxisRange(t/2)))...)
}

// join concatenates elements [1, …] to [T, …], half by half for the same reason.
func join(elements []*Node) *Node {
	if len(elements) == 1 {
		return elements[0]
	}
	half := len(elements) / 2
	return Concatenate([]*Node{join(elements[:half]), join(elements[half:])}, 0)
}
