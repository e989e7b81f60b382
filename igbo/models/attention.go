package models

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/layers/attention"
	"github.com/gomlx/gomlx/ml/layers/attention/pos"
	"github.com/gomlx/gomlx/ml/model"
)

// AttentionConfig describes causal self-attention with a linear head.
type AttentionConfig struct {
	// Width is the width of the embedding, 32 by default.
	Width int `json:"width"`
	// Heads is the number of attention heads, 4 by default; it divides Width, and
	// Width/Heads is even, for the rotary positions.
	Heads int `json:"heads"`
	// Layers is the number of attention blocks, 1 by default.
	Layers int `json:"layers"`
	// Activation is GoMLX's name of the feed-forward activation, "gelu" by default.
	Activation string `json:"activation"`
}

// DefaultAttentionConfig returns one block of width 32 with 4 heads.
func DefaultAttentionConfig() AttentionConfig {
	return AttentionConfig{Width: 32, Heads: 4, Layers: 1, Activation: "gelu"}
}

// Validate checks sizes and activation.
func (c AttentionConfig) Validate() error {
	if c.Heads < 1 || c.Width < 1 || c.Width%c.Heads != 0 || (c.Width/c.Heads)%2 != 0 {
		return fmt.Errorf("models: attention of width %d with %d heads: each head must have the same, even width", c.Width, c.Heads)
	}
	if c.Width > maxWidth {
		return fmt.Errorf("models: the attention has width %d, want at most %d", c.Width, maxWidth)
	}
	if c.Layers < 1 || c.Layers > maxLayers {
		return fmt.Errorf("models: the attention has %d layers, want at least 1 and at most %d", c.Layers, maxLayers)
	}
	if _, err := activation.TypeString(c.Activation); err != nil {
		return fmt.Errorf("models: unknown activation %q (want one of %v)", c.Activation, activation.TypeStrings())
	}
	return nil
}

// ropeBase is the base frequency of the rotary positions, the usual one.
const ropeBase = 10000

// Attention returns causal self-attention with a linear head, x [B,T,D] → y [B,T]:
//
//	e⁰ = W·x + b
//	m  = e^l + MultiHead(e^l)            step t attends to steps i ≤ t
//	e^{l+1} = m + W_2·a(W_1·m + b_1) + b_2
//	y_t = v·e_t + b
//
// so y_t = f(x_t, h_{t−1}) where the state is the past inputs. Positions enter
// by rotation (RoPE), which depends on distances alone. There is no layer
// normalisation: at a zero baseline it has a near-singular derivative.
//
// The attention is GoMLX's layers/attention, without its fused kernel, whose
// gradient is on some backends another kernel that has none. Time and memory grow as T².
// Variables are under "attention". It panics with Validate's error.
func Attention(cfg AttentionConfig) func(scope *model.Scope, x *Node) *Node {
	return unmasked(MaskedAttention(cfg))
}

// MaskedAttention is [Attention] for padded series: mask is a boolean [B,T].
// Masked steps are not attended to and output zero, so the valid steps of a
// series padded before or after get the outputs of the series without padding.
// A nil mask is all valid.
func MaskedAttention(cfg AttentionConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedAttention(cfg, 1)
}

// maskedAttention is MaskedAttention with several outputs.
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
