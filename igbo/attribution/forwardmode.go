package attribution

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// cumulativeForward builds h [B,T,D] in forward mode. h_{t,k} is the Jacobian–vector product of y_t along dγ/dα
// masked to feature k, averaged over the path. D tangents give the result for every t: O(M·D·T·F).
func cumulativeForward(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	baselines := cfg.baselines()
	var h *Node
	for _, b := range baselines {
		start := b.Node(x)
		for _, part := range cfg.chunks(x, start) {
			h = accumulate(h, part.forward(scope, f, x, cfg))
		}
	}
	return average(h, len(baselines))
}

// forward integrates the chunk in forward mode. It maps x [B,T,D] to [B,T,D].
func (c chunk) forward(scope *model.Scope, f Model, x *Node, cfg Config) *Node {
	b, t, d := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
	m := len(c.weights)
	points, velocity := c.points()
	flat := cfg.open(Reshape(points, m*b, t, d))
	direction := cfg.open(Reshape(BroadcastToDims(velocity, m, b, t, d), m*b, t, d))
	j := derivative.FeaturesOf(cfg.outputs(scope, f, flat), flat, direction, derivative.Auto)
	sum := Dot(constant.Of(x, c.weights, 1, m), Reshape(j, m, b*t*d)).Product()
	return cfg.close(Reshape(sum, b, t, d))
}
