package scan

import (
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// loops maps the body of a While to its loop. Clones of a While share its body. The loops of [Repeat] are nil.
type loops map[uintptr]*Loop

type loopsKey struct{}

// Of returns the loop of a While. It returns nil if the While has no derivative: it was built by [Repeat], or not by this
// package.
func Of(op *Node) *Loop {
	if op == nil {
		return nil
	}
	known, _ := op.Graph().State(loopsKey{}).(loops)
	return known[gomlx.LoopBody(op)]
}

// Closed reports whether op is a While built by this package. Such a While depends only on its inputs.
func Closed(op *Node) bool {
	if op == nil {
		return false
	}
	known, _ := op.Graph().State(loopsKey{}).(loops)
	_, ok := known[gomlx.LoopBody(op)]
	return ok
}

// register records a While and its loop, which is nil if it has no derivatives.
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

// Inside returns the parameters of a step, without the counter, and its results. Code that inspects operations can find
// the operations of the step between them.
func (l *Loop) Inside() (parameters, results []*Node) {
	if l == nil {
		return nil, nil
	}
	return l.parameters, l.results
}
