package derivative

import (
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/scan"
)

// tangentLists holds the tangents of the outputs of an operation, for each list of tangents.
type tangentLists [][]*graph.Node

// pushLoop maps all lists of tangents through a scan, for all outputs at once. It builds the loop of tangents
// when the first output needs it, and keeps it for the others.
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

// dotsOf returns the tangents of an operation's inputs and reports whether any is not nil.
func dotsOf(op *graph.Node, dots map[*graph.Node]*graph.Node) (in []*graph.Node, found bool) {
	in = make([]*graph.Node, len(op.Inputs()))
	for i, x := range op.Inputs() {
		in[i] = dots[x]
		found = found || in[i] != nil
	}
	return in, found
}

// pushforwards is [JVPs] for tangents that have the leading axis.
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
