package models

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/layers/attention"
	"github.com/gomlx/gomlx/ml/layers/attention/pos"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// AttentionConfig holds the settings of [Attention]. Start from [DefaultAttentionConfig], which sets the defaults
// below; zero values are errors.
type AttentionConfig struct {
	// Width is the width of the embedding (default 32).
	Width int `json:"width"`
	// Heads is the number of attention heads (default 4). It must divide Width, and Width/Heads must be even
	// for the rotary position encoding.
	Heads int `json:"heads"`
	// Layers is the number of attention blocks (default 1).
	Layers int `json:"layers"`
	// Activation is the GoMLX name of the feed-forward activation (default "gelu").
	Activation string `json:"activation"`
}

// DefaultAttentionConfig returns one block of width 32 with 4 heads.
func DefaultAttentionConfig() AttentionConfig {
	return AttentionConfig{Width: 32, Heads: 4, Layers: 1, Activation: "gelu"}
}

// Validate checks the sizes and the activation.
func (c AttentionConfig) Validate() error {
	if err := limit.Check([]limit.Int{
		{Name: "Heads", Value: c.Heads, Min: 1, Max: maxWidth}, {Name: "Width", Value: c.Width, Min: 1, Max: maxWidth}, {Name: "Layers", Value: c.Layers, Min: 1, Max: maxLayers},
	}); err != nil {
		return fmt.Errorf("models: attention: %w", err)
	}
	if c.Width%c.Heads != 0 || (c.Width/c.Heads)%2 != 0 {
		return fmt.Errorf("models: attention: Width must be an even multiple of Heads, got %d for %d heads: each head must have the same, even width", c.Width, c.Heads)
	}
	if _, err := activation.TypeString(c.Activation); err != nil {
		return fmt.Errorf("models: unknown activation %q (want one of %v)", c.Activation, activation.TypeStrings())
	}
	return nil
}

// ropeBase is the usual base frequency of the rotary position encoding.
const ropeBase = 10000

// Attention returns causal self-attention with a linear head. It maps x [B,T,D] to y [B,T]:
//
//	e⁰ = W·x + b
//	m  = e^l + MultiHead(e^l)            step t attends to steps i ≤ t
//	e^{l+1} = m + W_2·a(W_1·m + b_1) + b_2
//	y_t = v·e_t + b
//
// So y_t = f(x_t, h_{t−1}), where the state consists of the past inputs. The rotary position encoding (RoPE)
// depends only on distances between steps. There is no layer normalisation because its derivative is nearly
// singular at a zero baseline. Time and memory grow as T².
//
// Attention uses GoMLX's layers/attention without its fused kernel, because on some backends the gradient of
// that kernel has no derivative. The variables are in the scope "attention". The returned function panics if
// cfg is invalid.
func Attention(cfg AttentionConfig) func(scope *model.Scope, x *Node) *Node {
	return unmasked(MaskedAttention(cfg))
}

// MaskedAttention is like [Attention] but supports padded series. The mask is a boolean [B,T] that is true at
// valid steps. Masked steps output zero and are not attended to, so padding before or after a series does not
// change the outputs at its valid steps. A nil mask means that all steps are valid.
func MaskedAttention(cfg AttentionConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedAttention(cfg, 1)
}

// maskedAttention is MaskedAttention with the given number of outputs.
func maskedAttention(cfg AttentionConfig, outputs int) masked {
	return func(scope *model.Scope, x, mask *Node) *Node {
		if err := cfg.Validate(); err != nil {
			panic(err)
		}
		checkSeries("Attention", x, mask)
		act, _ := activation.TypeString(cfg.Activation)
		scope = scope.In("attention")
		e := pointwise(scope.In("embedding"), keep(x, mask), cfg.Width)
		for l := range cfg.Layers {
			block := scope.In("layer_%d", l)
			heads := attention.SelfAttention(glorot(block), e, cfg.Heads, cfg.Width/cfg.Heads).
				WithOutputDim(cfg.Width).WithCausalMask(true).WithPositionalEncoder(pos.NewRoPE(ropeBase)).WithFusion(false)
			if mask != nil {
				heads = heads.WithMask(mask)
			}
			m := Add(e, heads.Done())
			e = Add(m, pointwise(block.In("contract"), activation.Apply(act, pointwise(block.In("expand"), m, 2*cfg.Width)), cfg.Width))
		}
		return output(scope, e, mask, outputs)
	}
}
