package forward

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
)

// push carries the tangents of the inputs to the outputs; it returns, for each
// list of tangents, the tangent of every node visited.
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
	for _, n := range between(outputs, inputs) {
		if t := twin(n); t != nil {
			for k := range dots {
				if dot := dots[k][t]; dot != nil {
					dots[k][n] = dot
				}
			}
			continue
		}
		pushNode(n, dots, l)
	}
	return dots
}

// pushNode carries every list of tangents through one node.
func pushNode(n *graph.Node, dots []map[*graph.Node]*graph.Node, l lead) {
	var linear pushforward
	for k := range dots {
		in := make([]*graph.Node, len(n.Inputs()))
		any := false
		for i, x := range n.Inputs() {
			in[i] = dots[k][x]
			any = any || in[i] != nil
		}
		if !any {
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

// linearize finds the rule of a node.
func linearize(n *graph.Node, l lead) pushforward {
	if n.CustomGradient() != nil {
		return transposedGradient(n, l)
	}
	rule, ok := rules[n.Type()]
	if !ok || n.NumOutputs() != 1 {
		panic(&UnsupportedError{Op: n.Type(), Node: n.String()})
	}
	return rule.build(n, l)
}

// between returns, in topological order, the nodes that depend on an input and
// on which an output depends, the inputs themselves left out.
func between(outputs, inputs []*graph.Node) []*graph.Node {
	if len(outputs) == 0 || len(inputs) == 0 {
		panic(fmt.Errorf("forward: JVP needs at least one output and one input, got %d and %d", len(outputs), len(inputs)))
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
	needed := neededBy(outputs, nodes, isInput)
	first := slices.Index(isInput, true)
	var active []*graph.Node
	for id, n := range nodes {
		if !needed[id] || isInput[id] {
			continue
		}
		if t := n.Type(); id > first && (t == graph.NodeTypeIf || t == graph.NodeTypeWhile) {
			panic(&UnsupportedError{Op: t, Node: n.String()})
		}
		if depends[id] {
			active = append(active, n)
		}
	}
	return active
}

// neededBy marks the nodes through which tangents can reach the outputs.
//
// The branches of If and While reach values of the graph without listing them
// as inputs, so such a node may depend on anything made before it.
func neededBy(outputs, nodes []*graph.Node, isInput []bool) []bool {
	needed := make([]bool, len(nodes))
	for _, y := range outputs {
		needed[y.Id()] = true
	}
	for id := len(nodes) - 1; id >= 0; id-- {
		if !needed[id] || isInput[id] || !carriesTangent(nodes[id]) {
			continue
		}
		for _, x := range sources(nodes[id]) {
			needed[x.Id()] = true
		}
	}
	return needed
}

// sources returns the nodes through which tangents reach n.
func sources(n *graph.Node) []*graph.Node {
	if t := twin(n); t != nil {
		return []*graph.Node{t}
	}
	return n.Inputs()
}

// carriesTangent is false for nodes with a zero derivative by definition.
func carriesTangent(n *graph.Node) bool {
	if n.StopGradient() {
		return false
	}
	return n.NumOutputs() != 1 || n.DType().IsFloat() || n.DType().IsComplex()
}
