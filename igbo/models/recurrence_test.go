package models

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/scan"
)

// TestRecurrencesAreLoopedAsUnrolled compares recurrent models in one loop over time with T copies of the cell,
// with and without a mask. It compares outputs, gradients, gradients of gradients, and gradients of tangents.
// The masked models use checkpoints.
func TestRecurrencesAreLoopedAsUnrolled(t *testing.T) {
	if err := scan.Reason(backendtest.Open(t)); err != nil {
		t.Skipf("loops are not built here: %v", err)
	}
	const b, steps, d, hidden = 2, 4, 2, 2
	for name, r := range map[string]recurrence{
		"GRU":  {cell: gruCell, states: 1, hidden: hidden, heads: 1, weights: make([]*Node, 10)},
		"LSTM": {cell: lstmCell, states: 2, hidden: hidden, heads: 1, weights: make([]*Node, 12)},
	} {
		if name == "LSTM" && backendtest.ShortOnXLA() {
			continue // XLA takes a minute to compile the unrolled graph, and package scan tests loops with two states
		}
		for _, masked := range []bool{false, true} {
			if !masked && backendtest.ShortOnXLA() {
				continue // the masked case covers all its operations, and TestParameterGradientOfTheJacobianLoss its gradients
			}
			in := []*tensors.Tensor{drawSeries(1, b, steps, d).tensor(), tensors.FromValue([][]bool{{true, true, false, true}, {false, true, true, true}})}
			for i := range r.weights {
				rows := []int{d, hidden, 1}[i%3]
				if i == 9 && name == "GRU" {
					rows = 1
				}
				in = append(in, tensors.FromFlatDataAndDimensions(drawSeries(uint64(i), 1, rows, hidden).flat, rows, hidden))
			}
			values := func(looped bool) []float64 {
				return backendtest.Run(t, backendtest.Store(t, 1), func(scope *model.Scope, in []*Node) *Node {
					model := func(x *Node) *Node {
						r.weights = in[2:]
						var mask *Node
						if masked {
							mask = in[1]
						}
						zeros := ZerosLike(Slice(Reshape(x, b, steps*d), AxisRange(), AxisRange(0, hidden)))
						start := []*Node{zeros, zeros}[:r.states]
						r.checkpoints = masked
						if looped {
							return r.looped(scope.ResetVisited(), start, x, mask)
						}
						return r.unrolled(scope.ResetVisited(), start, x, mask)
					}
					return everyDerivative(model, in[0], in[2:])
				}, in...)
			}
			backendtest.Near(t, fmt.Sprintf("%s, masked %t", name, masked), values(true), values(false), 1e-12)
		}
	}
}

// everyDerivative lists y, its gradient with respect to x and the weights, the gradient of that gradient, and
// the gradient of its tangents.
func everyDerivative(f func(x *Node) *Node, x *Node, weights []*Node) *Node {
	all := append([]*Node{x}, weights...)
	y := f(x)
	first := Gradient(nonlinear(y), all...)
	h := derivative.FeaturesOf(y, x, Sin(x), derivative.Batched)
	second, ofTangents := Gradient(nonlinear(first[0]), all...), Gradient(nonlinear(h), all...)
	return backendtest.Joined(slices.Concat([]*Node{y, h}, first, second, ofTangents)...)
}
