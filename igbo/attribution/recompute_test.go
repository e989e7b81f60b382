package attribution

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestRecomputeHoldsOneChunk: with Recompute the gradient of h over 8 points, 16 in a whole sweep,
// needs little more memory at once than that over one point, where nodes run in
// the order of creation, in reverse mode a few times it, as a gradient inside is
// computed again too; without, it needs more than three quarters as many times as much as there are points.
func TestRecomputeHoldsOneChunk(t *testing.T) {
	points := sweep.Count(8, 16)
	for _, mode := range []Mode{ForwardMode, ReverseMode} {
		needs := func(points int, recompute bool) float64 {
			cfg := DefaultConfig()
			cfg.Points, cfg.Chunk, cfg.Recompute, cfg.Mode = points, 1, recompute, mode
			g := NewGraph(backendtest.Open(t), t.Name())
			defer g.Finalize()
			scope := backendtest.Store(t, 1).RootScope()
			x := Parameter(g, "x", shapes.Make(dtypes.Float64, 32, sweep.Count(4, 6), 4))
			h := Cumulative(scope, models.GRU(models.GRUConfig{Hidden: 8}), x, cfg)
			return float64(largestSet(g, append(scope.BuildTrainableVariablesGradientsGraph(ReduceAllSum(Square(h))), h)))
		}
		one, kept, again := needs(1, false), needs(points, false), needs(points, true)
		if limit := map[Mode]float64{ForwardMode: 2, ReverseMode: 5}[mode]; kept < 0.75*float64(points)*one || again > limit*one {
			t.Errorf("%s: %g numbers for 1 point, %g for %d, %g recomputed; want at least %g and at most %g times the first", mode, one, kept, points, again, 0.75*float64(points), limit)
		}
	}
}

// largestSet is how many numbers are alive at once when the nodes of a graph
// that its outputs need run in the order of creation and each is dropped after
// its last use.
func largestSet(g *Graph, outputs []*Node) (most int) {
	nodes := g.Nodes()
	last := make([]int, len(nodes)) // 0: not needed
	for _, n := range outputs {
		last[n.Id()] = len(nodes)
	}
	dropped := make([][]*Node, len(nodes))
	for i := len(nodes) - 1; i >= 0; i-- {
		if last[i] == 0 {
			continue
		}
		for _, in := range nodes[i].Inputs() {
			if last[in.Id()] == 0 {
				last[in.Id()] = i
				dropped[i] = append(dropped[i], in)
			}
		}
	}
	size := func(n *Node) int {
		if n.NumOutputs() != 1 {
			return 0 // its parts are nodes of their own
		}
		return n.Shape().Size()
	}
	alive := 0
	for i, n := range nodes {
		if last[i] == 0 {
			continue
		}
		alive += size(n)
		most = max(most, alive)
		for _, in := range dropped[i] {
			alive -= size(in)
		}
	}
	return most
}
