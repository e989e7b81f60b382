package scan

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// Repeat takes n steps in one loop of the engine:
//
//	state_{i+1} = step(i, state_i),   i = 0 … n−1
//
// and returns state_n. step gets i, an Int32 scalar, and must return distinct nodes
// of the shapes of the state. All that it needs is in the state or made inside; it
// may take gradients, and hold loops. The loop itself is not differentiated: a
// gradient through it is refused.
//
// The graph does not grow with n. It panics with an error for fewer than one step or
// an empty state, for a step that returns something else or uses a value from
// outside, which is named, and where [Supported] is false.
func Repeat(n int, state []*Node, step func(i *Node, state []*Node) []*Node) []*Node {
	if n < 1 {
		panic(fmt.Errorf("scan: Repeat of %d steps, want at least 1", n))
	}
	return RepeatWhile(func(i *Node, _ []*Node) *Node { return LessThan(i, Scalar(i.Graph(), dtypes.Int32, n)) }, state, step)
}

// RepeatWhile is [Repeat] with a number of steps that the graph does not know: it
// takes step i as long as more(i, state_i) is true, a Bool scalar made of nothing but
// them. The number of steps may thus be handed over as state, and a step may end the
// loop.
func RepeatWhile(more func(i *Node, state []*Node) *Node, state []*Node, step func(i *Node, state []*Node) []*Node) []*Node {
	if more == nil || len(state) == 0 || step == nil {
		panic(fmt.Errorf("scan: RepeatWhile on a state of %d nodes, want at least 1, and a condition and a step that are not nil", len(state)))
	}
	checkNodes("state", state)
	g := state[0].Graph()
	if err := Reason(g.Backend()); err != nil {
		panic(err)
	}
	op, last := whileMore(g, more, func(b *body, i *Node) []*Node {
		parameters := b.like(state)
		return step(i, parameters)
	}, func(*body) []*Node { return state })
	(*Loop)(nil).register(op)
	return last
}

// checkNodes panics for a nil among nodes.
func checkNodes(what string, nodes []*Node) {
	if k := slices.Index(nodes, nil); k >= 0 {
		panic(fmt.Errorf("scan: %s %d is nil (want a node)", what, k))
	}
}
