package scan

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// CapturedError reports a value of the graph that a step uses without being given it.
type CapturedError struct {
	Node string // the value, as GoMLX prints it
	Made bool   // it is a parameter that the step made, such as a variable's
}

// Error names the node and says what to do.
func (e *CapturedError) Error() string {
	if e.Made {
		return fmt.Sprintf("scan: the step makes a parameter of the graph, %s: hand the variable over as state or as a constant of the loop", e.Node)
	}
	return fmt.Sprintf("scan: the step uses a value from outside of it, %s: hand it over as state or as a constant of the loop", e.Node)
}

func captured(n *Node) *CapturedError { return &CapturedError{Node: n.String()} }

func made(n *Node) *CapturedError { return &CapturedError{Node: n.String(), Made: true} }

// explain returns what made the building of a loop panic, as a [*CapturedError] where
// the step uses a value from outside: the engine only says that some operands are
// not its own. The step is built once more, in the function in hand, where that is
// no error, on zeros in place of the state.
func explain(g *Graph, reason any,
	more func(i *Node, state []*Node) *Node, step func(b *body, i *Node) []*Node) (found any) {
	if _, ok := reason.(*CapturedError); ok || NoKernel(reason) {
		return reason
	}
	found = reason
	first := NodeId(len(g.Nodes()))
	defer func() {
		_ = recover() // of the same fault, again
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

// firstCaptured finds what nodes made from the given id on use of earlier ones.
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
