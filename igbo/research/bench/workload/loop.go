package workload

import (
	"context"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/train"
)

// loop is our contender that uses GoMLX's training loop with the wrapped optimiser.
type loop struct {
	ours
	ctx  context.Context // context of the current run
	loop *gomlx.Loop
	data *train.Batches
}

// Looped returns a contender that takes steps in GoMLX's loop.
func (s StepSize) Looped(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	return s.contend(engine, 1, func(p *stepProblem, store *model.Store) (stepper, error) {
		l := &loop{ours: newOurs(engine), data: p.data}
		return l, l.open(ctx, engine, store, p)
	})
}

// open compiles the step and takes the first one.
func (s *loop) open(ctx context.Context, engine compute.Backend, store *model.Store, p *stepProblem) error {
	wrapped, history, err := p.wrapped()
	if err != nil {
		return err
	}
	one := func(scope *model.Scope, x *graph.Node) *graph.Node { return p.graph(scope, []*graph.Node{x}) }
	trainer := gomlx.NewTrainer(engine, store, one, squaredError, wrapped, []metric.Interface{history.Metric()}, nil)
	s.loop = gomlx.NewLoop(trainer)
	history.Attach(s.loop)
	s.loop.OnStep("interrupt", 0, func(*gomlx.Loop, []*tensors.Tensor) error { return s.ctx.Err() })
	s.ready.First, err = s.Run(ctx, 1)
	s.ready.Graph = p.nodes()
	return err
}

// Run implements Contender with n steps of training.
func (s *loop) Run(ctx context.Context, n int) (reference.Clocks, error) {
	s.ctx = ctx
	if err := ctx.Err(); err != nil {
		return reference.Clocks{}, err
	}
	return timed(func() error {
		_, err := s.loop.RunSteps(s.data, n)
		return err
	})
}
