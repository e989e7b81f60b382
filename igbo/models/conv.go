package models

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/model"
)

// ConvConfig describes a stack of causal dilated convolutions with a linear head.
type ConvConfig struct {
	// Channels is the width of the layers, 32 by default.
	Channels int `json:"channels"`
	// Kernel is the number of taps of each layer, 3 by default.
	Kernel int `json:"kernel"`
	// Layers is the number of layers, 3 by default; layer l has dilation Kernel^l,
	// so the output sees Kernel^Layers steps back, itself included.
	Layers int `json:"layers"`
	// Activation is GoMLX's name of the activation, "tanh" by default.
	Activation string `json:"activation"`
}

// DefaultConvConfig returns three layers of 32 channels and 3 taps: 27 steps of memory.
func DefaultConvConfig() ConvConfig {
	return ConvConfig{Channels: 32, Kernel: 3, Layers: 3, Activation: "tanh"}
}

// Validate checks sizes and activation.
func (c ConvConfig) Validate() error {
	if c.Channels < 1 || c.Kernel < 1 || c.Layers < 1 {
		return fmt.Errorf("models: the convolution has %d channels, %d taps and %d layers, want at least 1 of each", c.Channels, c.Kernel, c.Layers)
	}
	if c.Channels > maxWidth || c.Kernel > maxWidth || c.Layers > maxLayers {
		return fmt.Errorf("models: the convolution has %d channels, %d taps and %d layers, want at most %d, %d and %d", c.Channels, c.Kernel, c.Layers, maxWidth, maxWidth, maxLayers)
	}
	if math.Pow(float64(c.Kernel), float64(c.Layers)) > maxMemory {
		return fmt.Errorf("models: convolution of %d layers of %d taps: its memory of Kernel^Layers steps is too large (max 2^40)", c.Layers, c.Kernel)
	}
	if _, err := activation.TypeString(c.Activation); err != nil {
		return fmt.Errorf("models: unknown activation %q (want one of %v)", c.Activation, activation.TypeStrings())
	}
	return nil
}

// Conv returns causal dilated convolutions with a linear head, x [B,T,D] → y [B,T]:
//
//	z⁰_t = x_t
//	z^{l+1}_t = a(Σ_j W^l_j·z^l_{t − j·Kernel^l} + b^l),   j = 0 … Kernel−1
//	y_t = v·z_t + b
//
// with z = 0 before the first step, so y_t = f(x_t, h_{t−1}) where the state is
// the window of past inputs.
//
// Variables under "conv": for layer l weights [Kernel·C, Channels] and biases
// [Channels], tap by tap; then "output". Drawn uniformly from ±1/√(inputs).
//
// A layer is one product of the shifted series with its weights. GoMLX's
// Convolve is not used, because the embedded backend evaluates it element by
// element. It panics with Validate's error.
func Conv(cfg ConvConfig) func(scope *model.Scope, x *Node) *Node { return unmasked(MaskedConv(cfg)) }

// MaskedConv is [Conv] for padded series: mask is a boolean [B,T]. Masked steps
// are zero in every layer, like the steps before the first, and output zero, so
// the valid steps of a series padded before or after get the outputs of the
// series without padding. A nil mask is all valid.
func MaskedConv(cfg ConvConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedConv(cfg, 1)
}

// maskedConv is MaskedConv with several outputs.
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

// delay shifts z [B,T,C] by a number of steps, zeros first.
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
