package scan

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// A CapturedError reports that a step uses an outer node that was not passed to it.
type CapturedError struct {
	Node string // the node, as printed by GoMLX
	Made bool   // the node is a parameter created by the step, for example for a variable
}

// Error returns the message, which names the node and a remedy.
func (e *CapturedError) Error() string {
	if e.Made {
		return fmt.Sprintf("scan: the step creates a parameter of the graph, %s (pass the variable as state or as a constant of the loop)", e.Node)
	}
	return fmt.Sprintf("scan: the step uses a value from outside the loop, %s (pass it as state or as a constant of the loop)", e.Node)
}

func captured(n *Node) *CapturedError { return &CapturedError{Node: n.String()} }

func made(n *Node) *CapturedError { return &CapturedError{Node: n.String(), Made: true} }

// explain returns the reason for a panic while building a loop. If the step uses an outer node, explain returns a
// [*CapturedError], because GoMLX's error does not name the node. To find the node, explain builds the step again in the
// current function, where outer nodes are allowed, with zeros as the state.
func explain(g *Graph, reason any,
	more func(i *Node, state []*Node) *Node, step func(b *body, i *Node) []*Node) (found any) {
	if _, ok := reason.(*CapturedError); ok || NoKernel(reason) {
		return reason
	}
	found = reason
	first := NodeId(len(g.Nodes()))
	defer func() {
		_ = recover() // ignore the same panic again
		if e := firstCaptured(g.Nodes()[first:], first); e != nil {
			found = e
		}
	}()
	gomlx.WithCaches(g, func() {
		b := &body{graph: g, rehearsal: true}
		i := Zeros(g, shapes.Make(dtypes.Int32))
		step(b, i)
		more(i, b.parameters)
	})
	return found
}

// firstCaptured returns an error for the first node that depends on a node before the given ID, or nil if there is none.
func firstCaptured(nodes []*Node, first NodeId) *CapturedError {
	for _, n := range nodes {
		for _, x := range n.Inputs() {
			if x.Id() < first {
				return captured(x)
			}
		}
		if n.Type() == NodeTypeParameter && n.Function() == nodes[0].Function() {
			return made(n)
		}
	}
	return nil
}
