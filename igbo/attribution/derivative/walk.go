package derivative

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
	"github.com/igbolab/igbolab/igbo/scan"
)

// push maps the tangents of the inputs to the outputs. For each list of tangents, it returns the tangents of
// all nodes that were visited.
func push(outputs, inputs []*graph.Node, tangents [][]*graph.Node, l lead) []map[*graph.Node]*graph.Node {
	dots := make([]map[*graph.Node]*graph.Node, len(tangents))
	for k, list := range tangents {
		dots[k] = make(map[*graph.Node]*graph.Node)
		for i, x := range inputs {
			if list[i] != nil {
				dots[k][x] = list[i]
			}
		}
	}
	loops := map[*graph.Node]tangentLists{}
	for _, n := range mustBetween(outputs, inputs) {
		if t := gomlx.Decomposed(n); t != nil {
			for k := range dots {
				if dot := dots[k][t]; dot != nil {
					dots[k][n] = dot
				}
			}
			continue
		}
		if loop := scan.Of(operation(n)); loop != nil {
			pushLoop(n, loop, dots, l, loops)
			continue
		}
		pushNode(n, dots, l)
	}
	return dots
}

// pushNode maps all lists of tangents through one node.
func pushNode(n *graph.Node, dots []map[*graph.Node]*graph.Node, l lead) {
	var linear pushforward
	for k := range dots {
		in, found := dotsOf(operation(n), dots[k])
		if !found {
			continue
		}
		if linear == nil {
			linear = linearize(n, l)
		}
		if dot := linear(in); dot != nil {
			dots[k][n] = dot
		}
	}
}

// linearize returns the pushforward of a node.
func linearize(n *graph.Node, l lead) pushforward {
	op := operation(n)
	if op.CustomGradient() != nil {
		return transposedGradient(op, l)
	}
	row, ok := rules[op.Type()]
	if !ok {
		panic(unsupported(n, noRule))
	}
	if row.forward == nil {
		return func([]*graph.Node) *graph.Node { return nil }
	}
	return row.forward(n, l)
}

// operation returns the node that computes n: n itself or, if n is one of several outputs, the node that has
// them.
func operation(n *graph.Node) *graph.Node {
	if n.Type() == graph.NodeTypeSplitNode {
		return n.Inputs()[0]
	}
	return n
}

// outputIndex returns the index of n among the outputs of its operation.
func outputIndex(n *graph.Node) int {
	if n.Type() == graph.NodeTypeSplitNode {
		return gomlx.Int(n, "index")
	}
	return 0
}

// mustBetween is like between but panics with the error.
func mustBetween(outputs, inputs []*graph.Node) []*graph.Node {
	nodes, err := between(outputs, inputs)
	if err != nil {
		panic(err)
	}
	return nodes
}

// between returns the nodes that depend on an input and on which an output depends, in topological order,
// excluding the inputs. It returns an [*UnsupportedError] for a node that both modes reject.
func between(outputs, inputs []*graph.Node) ([]*graph.Node, error) {
	if len(outputs) == 0 || len(inputs) == 0 {
		return nil, fmt.Errorf("derivative: a derivative needs at least one output and one input, got %d and %d", len(outputs), len(inputs))
	}
	nodes := outputs[0].Graph().Nodes()
	depends := make([]bool, len(nodes))
	isInput := make([]bool, len(nodes))
	for _, x := range inputs {
		isInput[x.Id()], depends[x.Id()] = true, true
	}
	for id, n := range nodes {
		if isInput[id] || !carriesTangent(n) {
			continue
		}
		for _, x := range sources(n) {
			depends[id] = depends[id] || depends[x.Id()]
		}
	}
	needed, used := neededBy(outputs, nodes, isInput)
	first, last := slices.Index(isInput, true), lastCapturing(nodes, used)
	var active []*graph.Node
	for id, n := range nodes {
		if isInput[id] {
			continue
		}
		if takesBits(n) {
			x := n.Inputs()[0].Id()
			if used[id] && depends[x] || id < last && (depends[x] || n.Function().IsClosure()) {
				return nil, unsupported(n, rules[graph.NodeTypeBitcast].refuse(n))
			}
		}
		hidden := id > first && capturing(n)
		if !needed[id] || !carriesTangent(n) || !hidden && !depends[id] {
			continue
		}
		if reason := refusal(n); reason != "" {
			return nil, unsupported(n, reason)
		}
		active = append(active, n)
	}
	return active, nil
}

// capturing reports whether an operation can use values of the graph without listing them as inputs. Such an
// operation may depend on anything that was built before it. The loops of package scan list all their inputs.
func capturing(n *graph.Node) bool {
	op := operation(n)
	t := op.Type()
	return (t == graph.NodeTypeIf || t == graph.NodeTypeWhile) && op.CustomGradient() == nil && !scan.Closed(op)
}

// takesBits reports whether n is a Bitcast from a number to integers.
func takesBits(n *graph.Node) bool {
	return n.Type() == graph.NodeTypeBitcast && n.Inputs()[0].DType().IsFloat()
}

// lastCapturing returns the id of the last If or While that outputs use, or −1. Bits that were taken before it
// may reach the outputs through it.
func lastCapturing(nodes []*graph.Node, used []bool) int {
	for id := len(nodes) - 1; id >= 0; id-- {
		if used[id] && capturing(nodes[id]) {
			return id
		}
	}
	return -1
}

// neededBy marks the nodes through which tangents can reach the outputs, and the nodes that the outputs use in
// any way, including integers and conditions.
func neededBy(outputs, nodes []*graph.Node, isInput []bool) (needed, used []bool) {
	needed, used = make([]bool, len(nodes)), make([]bool, len(nodes))
	for _, y := range outputs {
		needed[y.Id()], used[y.Id()] = carriesTangent(y), true
	}
	for id := len(nodes) - 1; id >= 0; id-- {
		if !used[id] || isInput[id] || nodes[id].StopGradient() {
			continue
		}
		carries := needed[id] && carriesTangent(nodes[id])
		for _, x := range sources(nodes[id]) {
			used[x.Id()] = true
			needed[x.Id()] = needed[x.Id()] || carries
		}
	}
	return needed, used
}

// sources returns the nodes from which tangents reach n.
func sources(n *graph.Node) []*graph.Node {
	if t := gomlx.Decomposed(n); t != nil {
		return []*graph.Node{t}
	}
	return operation(n).Inputs()
}

// carriesTangent reports whether a node may have a nonzero derivative.
func carriesTangent(n *graph.Node) bool {
	if n.StopGradient() {
		return false
	}
	return n.NumOutputs() == 1 && (n.DType().IsFloat() || n.DType().IsComplex())
}
