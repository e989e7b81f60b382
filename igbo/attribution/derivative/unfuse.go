package derivative

import (
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// Unfuse builds y again, as computed from the given nodes, without the fused
// operations of the embedded backend: each gives way to its decomposed twin.
// The values are the same up to rounding. GoMLX's Node.Checkpoint needs it, as
// what it computes again has lost its twin and with it its gradient. Where y
// has no fused operation it is returned as it is.
func Unfuse(y *graph.Node, from ...*graph.Node) *graph.Node {
	rebuilt := map[*graph.Node]*graph.Node{}
	current := func(n *graph.Node) *graph.Node {
		if r, ok := rebuilt[n]; ok {
			return r
		}
		return n
	}
	for _, n := range mustBetween([]*graph.Node{y}, from) {
		if t := gomlx.Decomposed(n); t != nil {
			rebuilt[n] = current(t)
			continue
		}
		op := operation(n)
		inputs, changed := make([]*graph.Node, len(op.Inputs())), false
		for i, in := range op.Inputs() {
			inputs[i] = current(in)
			changed = changed || inputs[i] != in
		}
		if !changed {
			continue
		}
		if op == n {
			rebuilt[n] = n.CloneWithInputs(inputs...)
			continue
		}
		if rebuilt[op] == nil { // once for all outputs
			rebuilt[op] = op.CloneWithInputs(inputs...)
		}
		rebuilt[n] = n.CloneWithInputs(rebuilt[op])
	}
	return current(y)
}
