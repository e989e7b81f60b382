package derivative

import (
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// Unfuse rebuilds y, as computed from the given nodes, without the fused operations of the embedded backend.
// Each is replaced by its decomposed form. The values are equal up to rounding. GoMLX's Node.Checkpoint
// requires this: a recomputed fused node has lost its decomposed form and with it its gradient. If y has no
// fused operation, Unfuse returns y itself.
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
