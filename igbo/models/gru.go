package models

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// GRUConfig holds the settings of [GRU].
type GRUConfig struct {
	// Hidden is H, the number of units, at least 1. [DefaultGRUConfig] sets 32.
	Hidden int `json:"hidden"`
	// Checkpoints saves memory for long series at the cost of time: only every ⌈√T⌉th state is stored for
	// gradients, and the others are recomputed. It does not change outputs, and changes gradients only by
	// rounding.
	Checkpoints bool `json:"checkpoints,omitempty"`
}

// DefaultGRUConfig returns a GRU with 32 units.
func DefaultGRUConfig() GRUConfig { return GRUConfig{Hidden: 32} }

// Validate checks the number of units.
func (c GRUConfig) Validate() error {
	if c.Hidden < 1 || c.Hidden > maxWidth {
		return fmt.Errorf("models: the GRU has width %d, want at least 1 and at most %d", c.Hidden, maxWidth)
	}
	return nil
}

// GRU returns a gated recurrent unit with a linear head. It maps x [B,T,D] to y [B,T]:
//
//	r_t = σ(W_r·x_t + U_r·h_{t−1} + b_r)
//	z_t = σ(W_z·x_t + U_z·h_{t−1} + b_z)
//	n_t = tanh(W_n·x_t + b_n + r_t ⊙ (U_n·h_{t−1} + c_n))
//	h_t = n_t + z_t ⊙ (h_{t−1} − n_t)
//	y_t = v·h_t + b
//
// where h_0 = 0, so y_t = f(x_t, h_{t−1}). The reset gate is applied after the recurrent product, as in cuDNN
// and PyTorch. To import PyTorch weights, add its two biases to get b_r and b_z.
//
// The variables are in the scope "gru": for each of the gates "reset", "update" and "new", input_weights [D,H],
// recurrent_weights [H,H] and biases [H]; for "new" also recurrent_biases [H]; then "output". They are drawn
// uniformly from ±1/√H.
//
// If package scan supports the backend, the recurrence is one loop over time. Time and memory are then linear
// in T, and the graph does not grow with T. Otherwise the cell is repeated T times; gradients then differ in
// their last bits, because they are summed in another order. The returned function panics if cfg is invalid.
func GRU(cfg GRUConfig) func(scope *model.Scope, x *Node) *Node { return unmasked(MaskedGRU(cfg)) }

// MaskedGRU is like [GRU] but supports padded series. The mask is a boolean [B,T] that is true at valid steps.
// A masked step outputs zero and keeps the state, so padding anywhere in a series does not change the outputs
// at its valid steps. x may hold any values at masked steps. A nil mask means that all steps are valid.
func MaskedGRU(cfg GRUConfig) func(scope *model.Scope, x, mask *Node) *Node {
	return maskedGRU(cfg, 1)
}

// maskedGRU is MaskedGRU with the given number of outputs.
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

// gruCell builds one step of [GRU].
func gruCell(weights, states []*Node, x *Node) []*Node {
	g, h, recurrentBias := gates(weights[:9]), states[0], weights[9]
	reset, update, candidate := g[0], g[1], g[2]
	r, z := reset.open(x, h), update.open(x, h)
	n := Tanh(Add(candidate.input(x), Mul(r, Add(Dot(h, candidate.recurrent).Product(), recurrentBias))))
	return []*Node{Add(n, Mul(z, Sub(h, n)))}
}
