package models

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// ConvConfig holds the settings of [Conv]. Start from [DefaultConvConfig], which sets the defaults below; zero
// values are errors.
type ConvConfig struct {
	// Channels is the number of channels of each layer (default 32).
	Channels int `json:"channels"`
	// Kernel is the number of taps of each layer (default 3).
	Kernel int `json:"kernel"`
	// Layers is the number of layers (default 3). Layer l has dilation Kernel^l, so an output depends on the
	// last Kernel^Layers steps, including its own.
	Layers int `json:"layers"`
	// Activation is the GoMLX name of the activation (default "tanh").
	Activation string `json:"activation"`
}

// DefaultConvConfig returns three layers with 32 channels and 3 taps. An output depends on the last 27 steps.
func DefaultConvConfig() ConvConfig {
	return ConvConfig{Channels: 32, Kernel: 3, Layers: 3, Activation: "tanh"}
}

// Validate checks the sizes and the activation.
func (c ConvConfig) Validate() error {
	if err := limit.Check([]limit.Int{
		{Name: "Channels", Value: c.Channels, Min: 1, Max: maxWidth}, {Name: "Kernel", Value: c.Kernel, Min: 1, Max: maxWidth}, {Name: "Layers", Value: c.Layers, Min: 1, Max: maxLayers},
	}); err != nil {
		return fmt.Errorf("models: convolution: %w", err)
	}
	if math.Pow(float64(c.Kernel), float64(c.Layers)) > maxMemory {
		return fmt.Errorf("models: convolution: an output depends on Kernel^Layers = %d^%d steps, which is too many (max 2^40)", c.Kernel, c.Layers)
	}
	if _, err := activation.TypeString(c.Activation); err != nil {
		return fmt.Errorf("models: unknown activation %q (want one of %v)", c.Activation, activation.TypeStrings())
	}
	return nil
}

// Conv returns causal dilated convolutions with a linear head. It maps x [B,T,D] to y [B,T]:
//
//	z⁰_t = x_t
//	z^{l+1}_t = a(Σ_j W^l_j·z^l_{t − j·Kernel^l} + b^l),   j = 0 … Kernel−1
//	y_t = v·z_t + b
//
// where z = 0 before the first step. So y_t = f(x_t, h_{t−1}), where the state is the window of past inputs.
//
// The variables are in the scope "conv": for each layer, weights [Kernel·C, Channels] in the order of the taps,
// and biases [Channels]; then "output". They are drawn uniformly from ±1/√(inputs).
//
// Each layer is one matrix product of the shifted series. GoMLX's Convolve is not used because the embedded
// backend evaluates it element by element. The returned function panics if cfg is invalid.
func Conv(cfg ConvConfig) func(scope *model.Scope, x *Node) *Node { return unmasked(MaskedConv(cfg)) }

// MaskedConv is like [Conv] but supports padded series. The mask is a boolean [B,T] that is true at valid
// steps. Masked steps are zero in every layer and output zero, so padding before or after a series does not
// change the outputs at its valid steps. A nil mask means that all steps are valid.
func MaskedConv(cfg ConvConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedConv(cfg, 1)
}

// maskedConv is MaskedConv with the given number of outputs.
func maskedConv(cfg ConvConfig, outputs int) masked {
	return func(scope *model.Scope, x, mask *Node) *Node {
		if err := cfg.Validate(); err != nil {
			panic(err)
		}
		checkSeries("Conv", x, mask)
		act, _ := activation.TypeString(cfg.Activation)
		scope = scope.In("conv")
		z, dilation := keep(x, mask), 1
		for l := range cfg.Layers {
			taps := make([]*Node, cfg.Kernel)
			for j := range taps {
				taps[j] = delay(z, j*dilation)
			}
			joined := taps[0]
			if len(taps) > 1 {
				joined = Concatenate(taps, -1)
			}
			z = keep(activation.Apply(act, pointwise(scope.In("layer_%d", l), joined, cfg.Channels)), mask)
			dilation *= cfg.Kernel
		}
		return output(scope, z, mask, outputs)
	}
}

// delay shifts z [B,T,C] by the given number of steps and pads the start with zeros.
func delay(z *Node, steps int) *Node {
	b, t, c := z.Shape().Dim(0), z.Shape().Dim(1), z.Shape().Dim(2)
	if steps == 0 {
		return z
	}
	if steps >= t {
		return ZerosLike(z)
	}
	zeros := Zeros(z.Graph(), shapes.Make(z.DType(), b, steps, c))
	return Concatenate([]*Node{zeros, Slice(z, AxisRange(), AxisRange(0, t-steps))}, 1)
}
