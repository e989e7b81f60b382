package models

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/scan"
)

// A recurrence is a recurrent model without its head: a cell and its weights. The cell has one or more states
// [B,H] that start at zero. The head reads the first state.
type recurrence struct {
	// cell builds the states of a step from the previous states and x [B,D].
	cell    func(weights, states []*Node, x *Node) []*Node
	weights []*Node
	states  int // number of states
	hidden  int // H
	heads   int // K, the number of outputs
	// checkpoints sets scan.Options.Checkpoints.
	checkpoints bool
}

// outputs applies the cell to x [B,T,D] step by step, and the head to its states. It returns y [B,T], or
// [B,T,K] for K > 1. A step where the mask [B,T] is false keeps the states.
func (r recurrence) outputs(scope *model.Scope, x, mask *Node) *Node {
	x = keep(x, mask)
	zeros := Zeros(x.Graph(), shapes.Make(x.DType(), x.Shape().Dim(0), r.hidden))
	start := slices.Repeat([]*Node{zeros}, r.states)
	if x.Shape().Dim(1) > 1 && scan.Supported(x.Graph().Backend()) {
		return r.looped(scope, start, x, mask)
	}
	return r.unrolled(scope, start, x, mask)
}

// looped builds one loop over time. The head is inside the loop, so the gradient stores an adjoint of y for
// each step instead of one of the state.
func (r recurrence) looped(scope *model.Scope, start []*Node, x, mask *Node) *Node {
	series := []*Node{Transpose(x, 0, 1)}
	if mask != nil {
		series = append(series, Transpose(mask, 0, 1))
	}
	v, b := r.head(scope, x)
	weights := len(r.weights)
	_, outputs := scan.Scan(func(states, inputs, constants []*Node) (next, outputs []*Node) {
		next = r.cell(constants[:weights], states, inputs[0])
		if mask != nil {
			valid := BroadcastToDims(InsertAxes(inputs[1], -1), next[0].Shape().Dimensions...)
			next = carry(valid, next, states)
		}
		return next, []*Node{Dot(next[0], constants[weights]).Product()}
	}, start, series, scan.Options{Constants: append(slices.Clone(r.weights), v), Checkpoints: r.checkpoints})
	y := outputs[0] // [T,B,K]
	if r.heads > 1 {
		return valid(Transpose(Add(y, Reshape(b, 1, 1, r.heads)), 0, 1), mask)
	}
	y = Reshape(y, y.Shape().Dimensions[:2]...)
	return valid(Transpose(Add(y, Reshape(b, 1, 1)), 0, 1), mask)
}

// unrolled repeats the cell T times. The head is applied to each step, which costs less than stacking the
// states.
func (r recurrence) unrolled(scope *model.Scope, states []*Node, x, mask *Node) *Node {
	t := x.Shape().Dim(1)
	masks, first := maskSteps(mask, t, r.hidden), make([]*Node, t)
	for i, xt := range unstack(x) {
		states = carry(masks[i], r.cell(r.weights, states, xt), states)
		first[i] = states[0]
	}
	v, b := r.head(scope, x)
	columns := make([]*Node, t)
	for i, h := range first {
		if columns[i] = Dot(h, v).Product(); r.heads > 1 {
			columns[i] = InsertAxes(columns[i], 1)
		}
	}
	if r.heads > 1 {
		return valid(Add(join(columns), Reshape(b, 1, 1, r.heads)), mask)
	}
	return valid(Add(join(columns), Reshape(b, 1, 1)), mask)
}

// head creates the variables of the linear head: weights [H,K] and biases [K].
func (r recurrence) head(scope *model.Scope, like *Node) (weights, biases *Node) {
	scope = scope.In("output").WithInitializer(fanIn(scope, r.hidden))
	weights = scope.VariableWithShape("weights", shapes.Make(like.DType(), r.hidden, r.heads)).NodeValue(like)
	return weights, scope.VariableWithShape("biases", shapes.Make(like.DType(), r.heads)).NodeValue(like)
}

// carry returns the updated states at valid steps and the old states at masked steps.
func carry(mask *Node, updated, old []*Node) []*Node {
	if mask == nil {
		return updated
	}
	states := make([]*Node, len(old))
	for i := range states {
		states[i] = Where(mask, updated[i], old[i])
	}
	return states
}
