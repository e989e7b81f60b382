package scan

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// stepFunc builds one step of a [Loop]: from constants, the carry and one element of
// each series it makes the next carry, the outputs and the terms of the sums.
type stepFunc func(constants, carry, inputs []*Node) (next, outputs, terms []*Node)

// Loop is a loop over time as an operation of a graph, in the form that is closed
// under differentiation, as the package's page has it.
type Loop struct {
	define  stepFunc
	steps   int  // T, at least 1
	reverse bool // from the last element to the first

	// What build found.
	constants, carries, inputs, outputs, sums int     // how many there are of each
	kept                                      []int   // which output is which carry before a step, as all are kept
	split                                     []*Node // the outputs of the While but the counter
	parameters, results                       []*Node // of a step
}

// values are what a loop takes or gives.
type values struct {
	constants []*Node // handed to every step; of results, the sums
	carry     []*Node // before the first step; of results, after the last
	series    []*Node // [T, …], one element a step
}

// all lists the values in the order of the While's state.
func (v values) all() []*Node { return slices.Concat(v.constants, v.carry, v.series) }

// build adds the loop to the graph of its values, once. The results hold the last
// carry, the outputs [T, …] — those of the step, then the carries that are not among
// them, each before its step — and the sums in place of the constants.
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
		panic(fmt.Errorf("scan: a loop of %d steps, want at least 1", l.steps))
	}
	for k, x := range in.series {
		if x.Rank() == 0 || x.Shape().Dim(0) != l.steps {
			panic(fmt.Errorf("scan: series %d has shape %s, want [%d, …]", k, x.Shape(), l.steps))
		}
	}
}

// body builds the step between the elements of its inputs and the updates of its
// outputs. The state is constants, carry, inputs, outputs, sums.
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

// step is define with the carries before the step among the outputs.
func (l *Loop) step(constants, carry, inputs []*Node) (next, outputs, terms []*Node) {
	next, outputs, terms = l.define(constants, carry, inputs)
	if len(next) != len(carry) {
		panic(fmt.Errorf("scan: a step returned %d carries, want %d", len(next), len(carry)))
	}
	if slices.Contains(slices.Concat(next, outputs, terms), nil) {
		panic(fmt.Errorf("scan: a step returned nil"))
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

// arguments sorts what a While of the loop takes, but the counter.
func (l *Loop) arguments(state []*Node) values {
	carry := l.constants + l.carries
	return values{constants: state[:l.constants], carry: state[l.constants:carry], series: state[carry : carry+l.inputs]}
}

// given sorts what it gives, but the counter.
func (l *Loop) given(state []*Node) values {
	outputs := l.constants + l.carries + l.inputs
	sums := outputs + l.outputs
	return values{constants: state[sums:], carry: l.arguments(state).carry, series: state[outputs:sums]}
}

// element is x[i] of a series x [T, …].
func element(x, i *Node) *Node {
	dims := slices.Clone(x.Shape().Dimensions)
	dims[0] = 1
	return Reshape(DynamicSlice(x, at(x, i), dims), dims[1:]...)
}

// update puts y in place of x[i].
func update(x, y, i *Node) *Node {
	return DynamicUpdateSlice(x, InsertAxes(y, 0), at(x, i))
}

// at is the index (i, 0, …) into x.
func at(x, i *Node) []*Node {
	index := slices.Repeat([]*Node{ScalarZero(x.Graph(), dtypes.Int32)}, x.Rank())
	index[0] = i
	return index
}
