package models

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// LSTMConfig holds the settings of [LSTM].
type LSTMConfig struct {
	// Hidden is H, the number of units, at least 1. [DefaultLSTMConfig] sets 32.
	Hidden int `json:"hidden"`
	// Checkpoints saves memory for long series at the cost of time: only every ⌈√T⌉th state is stored for
	// gradients, and the others are recomputed. It does not change outputs, and changes gradients only by
	// rounding.
	Checkpoints bool `json:"checkpoints,omitempty"`
}

// DefaultLSTMConfig returns an LSTM with 32 units.
func DefaultLSTMConfig() LSTMConfig { return LSTMConfig{Hidden: 32} }

// Validate checks the number of units.
func (c LSTMConfig) Validate() error {
	if c.Hidden < 1 || c.Hidden > maxWidth {
		return fmt.Errorf("models: the LSTM has width %d, want at least 1 and at most %d", c.Hidden, maxWidth)
	}
	return nil
}

// LSTM returns a long short-term memory network with a linear head. It maps x [B,T,D] to y [B,T]:
//
//	i_t = σ(W_i·x_t + U_i·h_{t−1} + b_i)        input gate
//	f_t = σ(W_f·x_t + U_f·h_{t−1} + b_f)        forget gate
//	g_t = tanh(W_g·x_t + U_g·h_{t−1} + b_g)     new content
//	o_t = σ(W_o·x_t + U_o·h_{t−1} + b_o)        output gate
//	c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t,   h_t = o_t ⊙ tanh(c_t)
//	y_t = v·h_t + b
//
// where h_0 = c_0 = 0, so y_t = f(x_t, h_{t−1}) with the state (h, c).
//
// The variables are in the scope "lstm": for each of the gates "input", "forget", "cell" and "output_gate",
// input_weights [D,H], recurrent_weights [H,H] and biases [H]; then "output". They are drawn uniformly from
// ±1/√H.
//
// The recurrence is built as in [GRU]. GoMLX's layers/lstm is not used: its gradient takes time T², and it
// cannot be differentiated twice. The returned function panics if cfg is invalid.
func LSTM(cfg LSTMConfig) func(scope *model.Scope, x *Node) *Node { return unmasked(MaskedLSTM(cfg)) }

// MaskedLSTM is like [LSTM] but supports padded series. It handles the mask [B,T] like [MaskedGRU].
func MaskedLSTM(cfg LSTMConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedLSTM(cfg, 1)
}

// maskedLSTM is MaskedLSTM with the given number of outputs.
func maskedLSTM(cfg LSTMConfig, outputs int) masked {
	return func(scope *model.Scope, x, mask *Node) *Node {
		if err := cfg.Validate(); err != nil {
			panic(err)
		}
		checkSeries("LSTM", x, mask)
		scope = scope.In("lstm")
		weights := slices.Concat(newGate(scope, "input", x, cfg.Hidden), newGate(scope, "forget", x, cfg.Hidden),
			newGate(scope, "cell", x, cfg.Hidden), newGate(scope, "output_gate", x, cfg.Hidden))
		return recurrence{cell: lstmCell, weights: weights, states: 2, hidden: cfg.Hidden, heads: outputs, checkpoints: cfg.Checkpoints}.outputs(scope, x, mask)
	}
}

// lstmCell builds one step of [LSTM]. Its states are h and c.
func lstmCell(weights, states []*Node, x *Node) []*Node {
	g, h, c := gates(weights), states[0], states[1]
	in, forget, cell, out := g[0], g[1], g[2], g[3]
	content := Mul(in.open(x, h), Tanh(cell.apply(x, h)))
	c = Add(Mul(forget.open(x, h), c), content)
	return []*Node{Mul(out.open(x, h), Tanh(c)), c}
}
