package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// study is a measurement without a peer.
type study struct {
	name, title string
	// run measures. If it returns the error of the context, the study is partial.
	run func(ctx context.Context, engine compute.Backend, cfg Config) (*outcome.Study, error)
}

// studies returns the measurements that have no peer.
func studies() []study {
	return []study{
		{"scaling", "Scaling of h with T, D, M and B", scaling},
		{"memory", "Chunks of M^a points: memory against time", memory},
		{"accuracy", fmt.Sprintf("Points M for a mean completeness gap of at most %.0e", accurate), accuracy},
		{"cache", "Executables by shape", cache},
	}
}

// newScores compiles h [B,T,D] of a model with fresh weights. With gradient, it also compiles the gradient of the mean of h².
func newScores(engine compute.Backend, f attribution.Model, s workload.SequenceSize, cfg attribution.Config, gradient bool) (*workload.Call, error) {
	store, err := workload.Draw(engine, f, workload.Seed, s.Batch, s.Steps, s.Features)
	if err != nil {
		return nil, err
	}
	cfg.Points = s.Points
	return workload.NewCall(engine, store, func(scope *model.Scope, x *Node) []*Node {
		scope = scope.At("model")
		h := attribution.Cumulative(scope, f, x, cfg)
		if !gradient {
			return []*Node{h}
		}
		return append([]*Node{h}, scope.BuildTrainableVariablesGradientsGraph(ReduceAllMean(Square(h)))...)
	}, []string{"h", "gradient"}, workload.Normal(4, s.Batch, s.Steps, s.Features))
}

// best returns the shortest of n runs by the wall clock and by CPU time, in seconds.
func best(ctx context.Context, c race.Contender, n int) (wall, cpu float64, err error) {
	wall, cpu = math.Inf(1), math.Inf(1)
	for range n {
		took, err := c.Run(ctx, 1)
		if err != nil {
			return 0, 0, err
		}
		wall, cpu = min(wall, took.Wall.Seconds()), min(cpu, took.CPU.Seconds())
	}
	return wall, cpu, nil
}

// axis is a size that grows while the other sizes are fixed.
type axis struct {
	name  string
	sizes []int
	set   func(s *workload.SequenceSize, n int)
}

func axes() []axis {
	return []axis{
		{"T", []int{16, 32, 64, 128, 256}, func(s *workload.SequenceSize, n int) { s.Steps = n }},
		{"D", []int{2, 4, 8, 16}, func(s *workload.SequenceSize, n int) { s.Features = n }},
		{"M", []int{4, 8, 16, 32, 64}, func(s *workload.SequenceSize, n int) { s.Points = n }},
		{"B", []int{8, 16, 32, 64, 128}, func(s *workload.SequenceSize, n int) { s.Batch = n }},
	}
}

// minExponent and maxExponent are the bounds of the goal for the GRU on every axis.
const minExponent, maxExponent = 0.9, 1.1

// times formats seconds as a list.
func times(values []float64) string {
	s := ""
	for i, v := range values {
		if i > 0 {
			s += ", "
		}
		s += outcome.Seconds(v)
	}
	return s
}

func sizes(values []int) string { return fmt.Sprint(values) }
