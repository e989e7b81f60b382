package scan

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// A stepFunc builds one step of a [Loop]. From the constants, the carry and one element of each series, it builds the
// next carry, the outputs and the terms of the sums.
type stepFunc func(constants, carry, inputs []*Node) (next, outputs, terms []*Node)

// A Loop is a differentiable loop in the general form that the package documentation describes. The derivative of a Loop
// is a Loop too.
type Loop struct {
	define  stepFunc
	steps   int  // number of steps T, at least 1
	reverse bool // runs from the last element to the first

	// The following fields are set by build.
	constants, carries, inputs, outputs, sums int     // number of each
	kept                                      []int   // for each carry, the index of the output that saves it before each step
	split                                     []*Node // outputs of the While without the counter
	parameters, results                       []*Node // of one step
}

// values holds the inputs or the results of a loop.
type values struct {
	constants []*Node // passed to every step; for results, the sums
	carry     []*Node // before the first step; for results, after the last step
	series    []*Node // [T, …], one element per step
}

// all returns the values in the order of the While's state.
func (v values) all() []*Node { return slices.Concat(v.constants, v.carry, v.series) }

// build adds the loop to the graph of its values. Call it only once. In the results, series holds the outputs [T, …]:
// first those of the step, then the carries before each step that are not already among them. constants holds the sums.
func (l *Loop) build(in values) values {
	g := in.all()[0].Graph()
	l.check(in)
	l.constants, l.carries, l.inputs = len(in.constants), len(in.carry), len(in.series)
	op, state := while(g, l.steps,
		func(b *body, i *Node) []*Node { return l.body(b, i, in) },
		func(b *body) []*Node {
			start := in.all()
			for _, p := range b.parameters[len(start):] {
				start = append(start, Zeros(g, p.Shape()))
			}
			return start
		})
	l.split = state
	l.register(op)
	return l.given(state)
}

func (l *Loop) check(in values) {
	if l.steps < 1 {
		panic(fmt.Errorf("scan: the loop has %d steps, want at least 1", l.steps))
	}
	for k, x := range in.series {
		if x.Rank() == 0 || x.Shape().Dim(0) != l.steps {
			panic(fmt.Errorf("scan: series %d has shape %s, want [%d, …]", k, x.Shape(), l.steps))
		}
	}
}

// body builds one step on the state, which consists of constants, carry, inputs, outputs and sums. It reads the elements
// of the inputs and updates the outputs.
func (l *Loop) body(b *body, i *Node, in values) []*Node {
	constants, carry, series := b.like(in.constants), b.like(in.carry), b.like(in.series)
	if l.reverse {
		i = Sub(Scalar(b.graph, dtypes.Int32, l.steps-1), i)
	}
	inputs := xslices.Map(series, func(x *Node) *Node { return element(x, i) })
	next, outputs, terms := l.step(constants, carry, inputs)
	l.outputs, l.sums = len(outputs), len(terms)
	l.parameters, l.results = slices.Concat(constants, carry, inputs), slices.Concat(next, outputs, terms)
	state := slices.Concat(constants, next, series)
	for _, y := range outputs {
		all := b.parameter(shapes.Make(y.DType(), append([]int{l.steps}, y.Shape().Dimensions...)...))
		state = append(state, update(all, y, i))
	}
	for _, term := range terms {
		state = append(state, Add(b.parameter(term.Shape()), term))
	}
	return state
}

// step calls define and appends the carries before the step to the outputs.
func (l *Loop) step(constants, carry, inputs []*Node) (next, outputs, terms []*Node) {
	next, outputs, terms = l.define(constants, carry, inputs)
	if len(next) != len(carry) {
		panic(fmt.Errorf("scan: a step returned %d carries, want %d", len(next), len(carry)))
	}
	if slices.Contains(slices.Concat(next, outputs, terms), nil) {
		panic(fmt.Errorf("scan: a step returned a nil node; all carries and outputs must be nodes"))
	}
	outputs, l.kept = slices.Clone(outputs), make([]int, len(carry))
	for k, n := range carry {
		l.kept[k] = slices.Index(outputs, n)
		if l.kept[k] < 0 {
			l.kept[k] = len(outputs)
			outputs = append(outputs, n)
		}
	}
	return next, outputs, terms
}

// arguments splits the inputs of a While of this loop, without the counter.
func (l *Loop) arguments(state []*Node) values {
	carry := l.constants + l.carries
	return values{constants: state[:l.constants], carry: state[l.constants:carry], series: state[carry : carry+l.inputs]}
}

// given splits the outputs of a While of this loop, without the counter.
func (l *Loop) given(state []*Node) values {
	outputs := l.constants + l.carries + l.inputs
	sums := outputs + l.outputs
	return values{constants: state[sums:], carry: l.arguments(state).carry, series: state[outputs:sums]}
}

// element returns x[i] of a series x [T, …].
func element(x, i *Node) *Node {
	dims := slices.Clone(x.Shape().Dimensions)
	dims[0] = 1
	return Reshape(DynamicSlice(x, at(x, i), dims), dims[1:]...)
}

// update returns x with x[i] replaced by y.
func update(x, y, i *Node) *Node {
	return DynamicUpdateSlice(x, InsertAxes(y, 0), at(x, i))
}

// at returns the index (i, 0, …) into x.
func at(x, i *Node) []*Node {
	index := slices.Repeat([]*Node{ScalarZero(x.Graph(), dtypes.Int32)}, x.Rank())
	index[0] = i
	return index
}
