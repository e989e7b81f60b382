package scan

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// A Cell builds one step of a [Scan]. From the carry, one element of each input series and the constants, it builds the
// next carry, with the same shapes, and any outputs. It must not use other nodes of the graph.
type Cell func(carry, inputs, constants []*Node) (next, outputs []*Node)

// Options configures a [Scan].
type Options struct {
	Constants []*Node // passed to every step, such as weights
	Reverse   bool    // run from the last element to the first
	Steps     int     // number of steps T; ignored if there are inputs
	// Checkpoints saves only the carry of every ⌈√T⌉th step for derivatives, which recompute the steps in between. The
	// carries then need memory proportional to √T instead of T, and the run time increases by about a third.
	Checkpoints bool
}

// Scan runs a cell along the first axis of the series inputs [T, …]:
//
//	(h_t, y_t) = cell(h_{t−1}, x_t, c),   t = 1 … T,   h_0 = start
//
// In each step, the cell gets one element […] of each series. Scan returns the last carry h_T and the outputs y [T, …].
//
// If [Supported] returns true for the backend, Scan builds a single loop, and the size of the graph does not depend on T.
// Otherwise Scan builds T copies of the cell. It also does so if the embedded backend lacks a kernel that the cell needs
// in a loop, for example for 16-bit numbers.
//
// Scan is differentiable any number of times with respect to all floating-point arguments. Its gradient is a scan in the
// opposite direction, which recomputes the cell from the saved carries [T, …].
//
// Scan panics with an error if the series differ in length, if start is empty, if the cell changes the shapes of the
// carry, or if the cell uses an outer node. The error names that node.
func Scan(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node) {
	if cell == nil || len(start) == 0 {
		panic(fmt.Errorf("scan: the cell must not be nil, and the carry must have at least 1 node"))
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

// inBlocks implements Scan with checkpoints: an outer Scan over blocks of ⌈√T⌉ steps, each of which is an inner Scan, and
// a Scan over the remaining steps.
func inBlocks(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node) {
	t := o.Steps
	k := int(math.Ceil(math.Sqrt(float64(t))))
	n := t / k
	inner, outer := o, o
	inner.Checkpoints, inner.Steps = false, k
	outer.Checkpoints, outer.Steps = false, n
	first, rest := [2]int{0, n * k}, [2]int{n * k, t} // ranges of elements in the order of the steps
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

// attempt builds the loop. It returns false if the embedded backend lacks a kernel for the cell.
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
	var series [][]*Node // indexed by output and step
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

// checkStep panics for a step that would be invalid in a loop.
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

// unstack splits x [T, …] into T elements by recursive bisection. The gradient of a slice is as large as the sliced
// value, so T direct slices would cost T².
func unstack(x *Node) []*Node {
	t := x.Shape().Dim(0)
	if t == 1 {
		return []*Node{Reshape(x, x.Shape().Dimensions[1:]...)}
	}
	return append(unstack(Slice(x, AxisRange(0, t/2))), unstack(Slice(x, AxisRange(t/2)))...)
}

// join concatenates elements [1, …] to [T, …], by recursive bisection for the same reason.
func join(elements []*Node) *Node {
	if len(elements) == 1 {
		return elements[0]
	}
	half := len(elements) / 2
	return Concatenate([]*Node{join(elements[:half]), join(elements[half:])}, 0)
}
