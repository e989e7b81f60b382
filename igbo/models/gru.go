package models

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// GRUConfig describes a gated recurrent unit with a linear head.
type GRUConfig struct {
	// Hidden is the width H of the state, 32 by default.
	Hidden int `json:"hidden"`
	// Checkpoints keeps only the states of every ⌈√T⌉th step for gradients, which recompute the others: long series
	// need less memory and more time. It changes no output, and gradients only by rounding.
	Checkpoints bool `json:"checkpoints,omitempty"`
}

// DefaultGRUConfig returns a GRU of 32 units.
func DefaultGRUConfig() GRUConfig { return GRUConfig{Hidden: 32} }

// Validate checks the width.
func (c GRUConfig) Validate() error {
	if c.Hidden < 1 || c.Hidden > maxWidth {
		return fmt.Errorf("models: the GRU has width %d, want at least 1 and at most %d", c.Hidden, maxWidth)
	}
	return nil
}

// GRU returns a gated recurrent unit with a linear head, x [B,T,D] → y [B,T]:
//
//	r_t = σ(W_r·x_t + U_r·h_{t−1} + b_r)
//	z_t = σ(W_z·x_t + U_z·h_{t−1} + b_z)
//	n_t = tanh(W_n·x_t + b_n + r_t ⊙ (U_n·h_{t−1} + c_n))
//	h_t = n_t + z_t ⊙ (h_{t−1} − n_t)
//	y_t = v·h_t + b
//
// with h_0 = 0, so y_t = f(x_t, h_{t−1}). The reset gate acts after the
// recurrent product, as in cuDNN and PyTorch, whose weights fit (b_r and b_z
// are the sums of their two).
//
// Variables under "gru": for each of the gates "reset", "update" and "new" the
// input_weights [D,H], recurrent_weights [H,H] and biases [H], for "new" also
// recurrent_biases [H]; then "output". All are drawn uniformly from ±1/√H.
//
// The recurrence is one loop over time where package scan builds loops: time and memory
// are linear in T, and the graph does not grow with it. Gradients differ from those of T
// copies of the cell in their last bits, because a loop sums them in another order. GoMLX has no GRU.
// It panics with Validate's error.
func GRU(cfg GRUConfig) func(scope *model.Scope, x *Node) *Node { return unmasked(MaskedGRU(cfg)) }

// MaskedGRU is [GRU] for padded series: mask is a boolean [B,T]. A masked step
// leaves the state as it is and outputs zero, so valid steps, wherever the
// padding is, get the outputs of the series without it. x may hold anything at
// masked steps. A nil mask is all valid.
func MaskedGRU(cfg GRUConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedGRU(cfg, 1)
}

// maskedGRU is MaskedGRU with several outputs.
func maskedGRU(cfg GRUConfig, outputs int) masked {
	return func(scope *model.Scope, x, mask *Node) *Node {
		if err := cfg.Validate(); err != nil {
			panic(err)
		}
		checkSeries("GRU", x, mask)
		scope = scope.In("gru")
		weights := slices.Concat(newGate(scope, "reset", x, cfg.Hidden), newGate(scope, "update", x, cfg.Hidden),
			newGate(scope, "new", x, cfg.Hidden, "recurrent_biases"))
		return recurrence{cell: gruCell, weights: weights, states: 1, hidden: cfg.Hidden, heads: outputs, checkpoints: cfg.Checkpoints}.outputs(scope, x, mask)
	}
}

// gruCell is one step of [GRU].
func gruCell(weights, states []*Node, x *Node) []*Node {
	g, h, recurrentBias := gates(weights[:9]), states[0], weights[9]
	reset, update, candidate := g[0], g[1], g[2]
	r, z := reset.open(x, h), update.open(x, h)
	n := Tanh(Add(candidate.input(x), Mul(r, Add(Dot(h, candidate.recurrent).Product(), recurrentBias))))
	return []*Node{Add(n, Mul(z, Sub(h, n)))}
}
