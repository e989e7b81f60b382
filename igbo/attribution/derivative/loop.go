package derivative

import (
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/scan"
)

// tangentLists are those of the outputs of an operation, for each list of tangents.
type tangentLists [][]*graph.Node

// pushLoop carries every list of tangents through a scan, all outputs at once: one
// loop of tangents is built when the first output asks for it, and kept.
func pushLoop(n *graph.Node, loop *scan.Loop, dots []map[*graph.Node]*graph.Node, l lead, built map[*graph.Node]tangentLists) {
	op := operation(n)
	if built[op] == nil {
		built[op] = make(tangentLists, len(dots))
		var of []int
		var lists [][]*graph.Node
		for k := range dots {
			if in, found := dotsOf(op, dots[k]); found {
				of, lists = append(of, k), append(lists, in)
			}
		}
		if len(lists) > 0 {
			for i, tangents := range loop.Tangents(op, lists, l.batched, l.zeros, l.pushforwards) {
				built[op][of[i]] = tangents
			}
		}
	}
	for k := range dots {
		if outputs := built[op][k]; outputs != nil && outputs[outputIndex(n)] != nil {
			dots[k][n] = outputs[outputIndex(n)]
		}
	}
}

// dotsOf are the tangents of an operation's inputs, and whether there is one.
func dotsOf(op *graph.Node, dots map[*graph.Node]*graph.Node) (in []*graph.Node, found bool) {
	in = make([]*graph.Node, len(op.Inputs()))
	for i, x := range op.Inputs() {
		in[i] = dots[x]
		found = found || in[i] != nil
	}
	return in, found
}

// pushforwards is [JVPs], of tangents that have the leading axis.
func (l lead) pushforwards(outputs, inputs []*graph.Node, tangents [][]*graph.Node) [][]*graph.Node {
	results := make([][]*graph.Node, len(tangents))
	for k, dots := range push(outputs, inputs, tangents, l) {
		results[k] = make([]*graph.Node, len(outputs))
		for j, y := range outputs {
			results[k][j] = orZeros(dots[y], y, l)
		}
	}
	return results
}
