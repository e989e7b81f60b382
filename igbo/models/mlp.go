package models

import (
	"fmt"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/model"
)

// MLPConfig holds the settings of [MLP].
type MLPConfig struct {
	// Hidden lists the widths of the hidden layers. If it is empty, the network is linear, but Activation must still
	// be set. The paper's teacher has one hidden layer of width 16.
	Hidden []int `json:"hidden"`
	// Activation is the GoMLX name of the activation. The paper uses "relu".
	Activation string `json:"activation"`
}

// DefaultMLPConfig returns the teacher in the paper: one hidden layer with 16 ReLU units.
func DefaultMLPConfig() MLPConfig { return MLPConfig{Hidden: []int{16}, Activation: "relu"} }

// Validate checks the widths and the activation.
func (c MLPConfig) Validate() error {
	if len(c.Hidden) > maxLayers {
		return fmt.Errorf("models: Hidden has %d layers, want at most %d", len(c.Hidden), maxLayers)
	}
	for i, w := range c.Hidden {
		if w < 1 || w > maxWidth {
			return fmt.Errorf("models: hidden layer %d has width %d, want at least 1 and at most %d", i, w, maxWidth)
		}
	}
	if _, err := activation.TypeString(c.Activation); err != nil {
		return fmt.Errorf("models: unknown activation %q (want one of %v)", c.Activation, activation.TypeStrings())
	}
	return nil
}

// MLP returns a multilayer perceptron that is applied to each time step separately:
//
//	y_t = W_L·a(… a(W_1·x_t + b_1) …) + b_L
//
// Each layer has the variables weights [in, out] and biases [out], drawn uniformly from ±1/√in. The returned
// function panics if cfg is invalid.
func MLP(cfg MLPConfig) func(scope *model.Scope, x *Node) *Node { return mlp(cfg, 1) }

// mlp is MLP with the given number of outputs.
func mlp(cfg MLPConfig, outputs int) func(scope *model.Scope, x *Node) *Node {
	return func(scope *model.Scope, x *Node) *Node {
		if err := cfg.Validate(); err != nil {
			panic(err)
		}
		act, _ := activation.TypeString(cfg.Activation)
		b, t := x.Shape().Dim(0), x.Shape().Dim(1)
		h := Reshape(x, b*t, x.Shape().Dim(2))
		for i, width := range cfg.Hidden {
			h = activation.Apply(act, affine(scope.In("layer_%d", i), h, width))
		}
		if y := affine(scope.In("output"), h, outputs); outputs == 1 {
			return Reshape(y, b, t)
		} else {
			return Reshape(y, b, t, outputs)
		}
	}
}

// affine builds h·W + b. It maps h [N, in] to [N, out].
func affine(scope *model.Scope, h *Node, out int) *Node {
	in := h.Shape().Dim(1)
	scope = scope.WithInitializer(fanIn(scope, in))
	w := scope.VariableWithShape("weights", shapes.Make(h.DType(), in, out)).NodeValue(h)
	b := scope.VariableWithShape("biases", shapes.Make(h.DType(), out)).NodeValue(h)
	return Add(Dot(h, w).Product(), Reshape(b, 1, out))
}
