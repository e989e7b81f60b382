package models

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// A gate holds the weights of one gate of a recurrent cell.
type gate struct {
	weights, recurrent, bias *Node // [D,H], [H,H], [1,H]
}

// gates groups a list of nodes into gates.
func gates(nodes []*Node) []gate {
	list := make([]gate, len(nodes)/3)
	for i := range list {
		list[i] = gate{nodes[3*i], nodes[3*i+1], nodes[3*i+2]}
	}
	return list
}

// newGate creates the variables of a gate in the order of gate's fields, followed by additional biases.
func newGate(scope *model.Scope, name string, x *Node, hidden int, more ...string) []*Node {
	scope = scope.In("%s", name).WithInitializer(fanIn(scope, hidden))
	nodes := []*Node{
		scope.VariableWithShape("input_weights", shapes.Make(x.DType(), x.Shape().Dim(2), hidden)).NodeValue(x),
		scope.VariableWithShape("recurrent_weights", shapes.Make(x.DType(), hidden, hidden)).NodeValue(x),
	}
	for _, bias := range append([]string{"biases"}, more...) {
		row := scope.VariableWithShape(bias, shapes.Make(x.DType(), hidden)).NodeValue(x)
		nodes = append(nodes, Reshape(row, 1, hidden))
	}
	return nodes
}

// input builds W·x + b for x [B,D].
func (g gate) input(x *Node) *Node { return Add(Dot(x, g.weights).Product(), g.bias) }

// apply builds W·x + U·h + b for x [B,D], h [B,H].
func (g gate) apply(x, h *Node) *Node { return Add(g.input(x), Dot(h, g.recurrent).Product()) }

// open builds σ(W·x + U·h + b).
func (g gate) open(x, h *Node) *Node { return Sigmoid(g.apply(x, h)) }
