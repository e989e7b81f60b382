package attribution

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestRecomputeHoldsOneChunk checks the peak memory for the gradient of h over several points. With Recompute
// and nodes in creation order, it must be little more than for one point. In reverse mode, which also
// recomputes a nested gradient, it may be a few times as much. Without Recompute, it must exceed three quarters
// of the number of points times the memory for one point. On the embedded backend, the test reads the plan of
// the program.
func TestRecomputeHoldsOneChunk(t *testing.T) {
	points := sweep.Count(8, 16)
	_, planned := backendtest.Open(t).(interface{ Loops() bool })
	for _, mode := range []Mode{ForwardMode, ReverseMode} {
		needs := func(points int, recompute bool) float64 {
			cfg := DefaultConfig()
			cfg.Points, cfg.Chunk, cfg.Recompute, cfg.Mode = points, 1, recompute, mode
			g := NewGraph(backendtest.Open(t), t.Name())
			defer g.Finalize()
			scope := backendtest.Store(t, 1).RootScope()
			x := Parameter(g, "x", shapes.Make(dtypes.Float64, 32, sweep.Count(4, 6), 4))
			h := Cumulative(scope, models.GRU(models.GRUConfig{Hidden: 8}), x, cfg)
			outputs := append(scope.BuildTrainableVariablesGradientsGraph(ReduceAllSum(Square(h))), h)
			if !planned {
				return float64(largestSet(g, outputs))
			}
			if err := g.Compile(outputs...); err != nil {
				t.Fatal(err)
			}
			return float64(g.Executable().(interface{ Memory() int }).Memory()) / 8
		}
		one, kept, again := needs(1, false), needs(points, false), needs(points, true)
		least, most := 0.75*float64(points)*one, map[Mode]float64{ForwardMode: 2, ReverseMode: 5}[mode]*one
		if planned { // the memory of a loop is allocated once and dominates that of one point
			least, most = 2*one, one+(kept-one)/4
		}
		if kept < least || again > most {
			t.Errorf("%s: %g numbers for 1 point, %g for %d, %g recomputed; want at least %g and at most %g", mode, one, kept, points, again, least, most)
		}
	}
}

// largestSet returns the peak number of live elements of a graph. It assumes that the required nodes run in
// creation order and are freed after their last use.
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
			return 0 // its parts are separate nodes
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
