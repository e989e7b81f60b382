package models

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// gate holds the variables of one gate of a recurrent cell.
type gate struct {
	scope                    *model.Scope
	like                     *Node
	weights, recurrent, bias *Node // [D,H], [H,H], [1,H]
}

func newGate(scope *model.Scope, name string, x *Node, hidden int) *gate {
	g := &gate{scope: scope.In("%s", name).WithInitializer(fanIn(scope, hidden)), like: x}
	g.weights = g.scope.VariableWithShape("input_weights", shapes.Make(x.DType(), x.Shape().Dim(2), hidden)).NodeValue(x)
	g.recurrent = g.scope.VariableWithShape("recurrent_weights", shapes.Make(x.DType(), hidden, hidden)).NodeValue(x)
	g.bias = g.variable("biases", hidden)
	return g
}

// newLogisticGate is newGate for a gate that is used through open alone.
func newLogisticGate(scope *model.Scope, name string, x *Node, hidden int) *gate {
	g := newGate(scope, name, x, hidden)
	if logisticByTanh {
		g.weights, g.recurrent, g.bias = MulScalar(g.weights, 0.5), MulScalar(g.recurrent, 0.5), MulScalar(g.bias, 0.5)
	}
	return g
}

// variable adds a row [1,H] to the gate.
func (g *gate) variable(name string, hidden int) *Node {
	v := g.scope.VariableWithShape(name, shapes.Make(g.like.DType(), hidden)).NodeValue(g.like)
	return Reshape(v, 1, hidden)
}

// input builds W·x + b for x [B,D].
func (g *gate) input(x *Node) *Node { return Add(Dot(x, g.weights).Product(), g.bias) }

// apply builds W·x + U·h + b for x [B,D], h [B,H].
func (g *gate) apply(x, h *Node) *Node { return Add(g.input(x), Dot(h, g.recurrent).Product()) }

// open builds σ(W·x + U·h + b), where logisticByTanh as ½ + ½·tanh of the half.
func (g *gate) open(x, h *Node) *Node {
	if logisticByTanh {
		return AddScalar(MulScalar(Tanh(g.apply(x, h)), 0.5), 0.5)
	}
	return Sigmoid(g.apply(x, h))
}
