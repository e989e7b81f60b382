package benchmark

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// network is a trained model with inputs and outputs in the units of the problem. If it is a linear model of tables, it has
// weights.
type network struct {
	model   *igbo.Model
	like    igbo.Data // data in the format of its training data
	weights []float64
}

// Trained wraps a model as a Fitted. The model was trained on data like these, in their own units.
func Trained(m *igbo.Model, like igbo.Data) Fitted { return &network{model: m, like: like} }

// Predict implements Fitted.
func (n *network) Predict(x []float64) ([]float64, error) {
	width := len(n.like.Features)
	if len(x)%(width*n.like.Steps) != 0 {
		return nil, fmt.Errorf("benchmark: got %d inputs, want a multiple of T·D = %d·%d", len(x), n.like.Steps, width)
	}
	return n.model.Predict(igbo.Data{
		Features: n.like.Features, Steps: n.like.Steps, Outputs: n.like.Outputs, X: x,
		Y: make([]float64, len(x)/width*max(n.like.Outputs, 1)),
	})
}

// Weights implements Fitted. It returns nil for a network.
func (n *network) Weights() []float64 { return n.weights }

// slopes returns the weights of a linear function in its own units, each multiplied by a step: F(step_k·e_k) − F(0).
func slopes(f func(x []float64) ([]float64, error), steps []float64) ([]float64, error) {
	d := len(steps)
	x := make([]float64, (d+1)*d)
	for k, step := range steps {
		x[(k+1)*d+k] = step
	}
	y, err := f(x)
	if err != nil {
		return nil, err
	}
	return study.Each(y[1:d+1], func(v float64) float64 { return v - y[0] }), nil
}

// columnsOf returns some columns of rows with a width.
func columnsOf(x []float64, width int, columns []int) []float64 {
	kept := make([]float64, 0, len(x)/width*len(columns))
	for row := 0; row < len(x); row += width {
		for _, k := range columns {
			kept = append(kept, x[row+k])
		}
	}
	return kept
}

// trusted returns the columns of a problem except for its suspects.
func trusted(p *Problem) (columns []int) {
	for k := range p.columns() {
		if !slices.Contains(p.Suspects, k) {
			columns = append(columns, k)
		}
	}
	return columns
}

// Monotone returns a network that rises or falls with every feature of known sign, for every θ:
//
//	F(x) = M(s ⊙ x) + N(x₀)
//
// M has the architecture, with |W| instead of W for all weights that a feature of known sign passes through. The other features
// enter the first layer of M with any weight, and are the only inputs of N, a second network of the architecture. Supported are
// linear models, and MLPs with an activation that never falls.
func (n Network) Monotone() Method {
	return gradient{Network: n, name: "monotone constraints", applies: n.hasSigns, function: monotone}.method()
}

// increasing lists the activations that never fall.
var increasing = []string{"relu", "tanh", "sigmoid", "leaky_relu", "selu", "elu"}

func monotone(n Network, p *Problem) attribution.MaskedModel {
	hidden, name, _ := n.sizes() // checked by hasSigns
	known, free, turn := make([]float64, len(p.Signs)), make([]float64, len(p.Signs)), make([]float64, len(p.Signs))
	unknown := false
	for k, s := range p.Signs {
		known[k], free[k], turn[k] = math.Abs(float64(s)), 1-math.Abs(float64(s)), float64(s)
		if s == 0 {
			turn[k], unknown = 1, true
		}
	}
	return func(scope *model.Scope, x, _ *Node) *Node {
		b, t, d := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
		rows := Reshape(x, b*t, d)
		y := stack(scope.In("monotone"), Mul(rows, constant.Of(x, turn, 1, d)), hidden, name, func(layer int, w *Node) *Node {
			if layer > 0 {
				return Abs(w)
			}
			return Add(Mul(Abs(w), constant.Of(x, known, d, 1)), Mul(w, constant.Of(x, free, d, 1)))
		})
		if unknown && len(hidden) > 0 {
			y = Add(y, stack(scope.In("free"), Mul(rows, constant.Of(x, free, 1, d)), hidden, name, func(_ int, w *Node) *Node { return w }))
		}
		return Reshape(y, b, t)
	}
}

// stack builds a multilayer perceptron on rows [N,D] → [N,1]. The function use transforms the weights of each layer.
func stack(scope *model.Scope, h *Node, hidden []int, name string, use func(layer int, w *Node) *Node) *Node {
	for i, width := range append(append([]int{}, hidden...), 1) {
		in := h.Shape().Dim(1)
		at := scope.In("layer_%d", i)
		bound := 1 / math.Sqrt(float64(in))
		at = at.WithInitializer(initializer.RandomUniformFn(at, -bound, bound))
		w := at.VariableWithShape("weights", shapes.Make(h.DType(), in, width)).NodeValue(h)
		bias := at.VariableWithShape("biases", shapes.Make(h.DType(), width)).NodeValue(h)
		h = Add(Dot(h, use(i, w)).Product(), Reshape(bias, 1, width))
		if i < len(hidden) {
			act, _ := activation.TypeString(name)
			h = activation.Apply(act, h)
		}
	}
	return h
}
