package attribution

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// outputs builds y [B,T] of x, without operations that cannot be computed again
// where that is asked for.
func (c Config) outputs(scope *model.Scope, f Model, x *Node) *Node {
	y := call(scope, f, x)
	if !c.Recompute {
		return y
	}
	return derivative.Unfuse(y, x)
}

// open begins what the gradient of h computes again, close ends it.
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
