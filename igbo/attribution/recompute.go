package attribution

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// outputs builds y [B,T] from x. If Recompute is set, it replaces operations that cannot be recomputed.
func (c Config) outputs(scope *model.Scope, f Model, x *Node) *Node {
	y := call(scope, f, x)
	if !c.Recompute {
		return y
	}
	return derivative.Unfuse(y, x)
}

// open and close mark the part of the graph that the gradient of h recomputes.
func (c Config) open(x *Node) *Node {
	if !c.Recompute {
		return x
	}
	return x.Checkpoint()
}

func (c Config) close(h *Node) *Node {
	if !c.Recompute {
		return h
	}
	return h.StopCheckpoint()
}
