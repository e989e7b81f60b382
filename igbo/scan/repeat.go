package scan

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// Repeat runs n steps in one loop:
//
//	state_{i+1} = step(i, state_i),   i = 0 … n−1
//
// It returns state_n. The size of the graph does not depend on n.
//
// step gets i as an Int32 scalar. It must return distinct nodes with the shapes of the state, and may use only nodes of
// the state or nodes that it creates. It can compute gradients and contain loops. The loop itself has no gradient.
//
// Repeat panics with an error if n < 1, if the state is empty, if step returns other shapes or uses an outer node, or if
// [Supported] returns false for the backend.
func Repeat(n int, state []*Node, step func(i *Node, state []*Node) []*Node) []*Node {
	if n < 1 {
		panic(fmt.Errorf("scan: Repeat: the number of steps must be at least 1, got %d", n))
	}
	return RepeatWhile(func(i *Node, _ []*Node) *Node { return LessThan(i, Scalar(i.Graph(), dtypes.Int32, n)) }, state, step)
}

// RepeatWhile is like [Repeat], except that it runs step i only while more(i, state_i) is true. more must return a Bool
// scalar and may use only its arguments. The number of steps can therefore depend on the state, and a step can end the
// loop.
func RepeatWhile(more func(i *Node, state []*Node) *Node, state []*Node, step func(i *Node, state []*Node) []*Node) []*Node {
	if more == nil || step == nil {
		panic(fmt.Errorf("scan: RepeatWhile: the condition and the step must not be nil"))
	}
	if len(state) == 0 {
		panic(fmt.Errorf("scan: RepeatWhile: the state is empty, want at least 1 node"))
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

// checkNodes panics if a node is nil.
func checkNodes(what string, nodes []*Node) {
	if k := slices.Index(nodes, nil); k >= 0 {
		panic(fmt.Errorf("scan: %s %d is nil, want a node", what, k))
	}
}
