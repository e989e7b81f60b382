package scan

import (
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// loops holds what this package built into a graph, by the body of the While, which
// clones of the While share. Those of [Repeat] are nil.
type loops map[uintptr]*Loop

type loopsKey struct{}

// Of returns the loop that a While is, nil for one that has no derivative: of
// [Repeat], or not of this package.
func Of(op *Node) *Loop {
	if op == nil {
		return nil
	}
	known, _ := op.Graph().State(loopsKey{}).(loops)
	return known[gomlx.LoopBody(op)]
}

// Closed tells whether an operation is a While of this package, which reaches no
// value of the graph that is not among its inputs.
func Closed(op *Node) bool {
	if op == nil {
		return false
	}
	known, _ := op.Graph().State(loopsKey{}).(loops)
	_, ok := known[gomlx.LoopBody(op)]
	return ok
}

// register makes a While known, with its loop if it has derivatives.
func (l *Loop) register(op *Node) {
	install()
	g := op.Graph()
	known, ok := g.State(loopsKey{}).(loops)
	if !ok {
		known = loops{}
		g.AttachState(loopsKey{}, known)
	}
	known[gomlx.LoopBody(op)] = l
}

// Inside returns the parameters of a step but the counter, and its results. What
// checks operations looks between them for those inside of the loop.
func (l *Loop) Inside() (parameters, results []*Node) {
	if l == nil {
		return nil, nil
	}
	return l.parameters, l.results
}
