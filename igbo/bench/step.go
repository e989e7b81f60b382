package bench

import (
	"context"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/train"
)

// step is our contender: GoMLX's training loop over the wrapped optimiser.
type step struct {
	ours
	ctx  context.Context // of the run under way
	loop *gomlx.Loop
	data *train.Batches
	// perCall is how many steps a run takes.
	perCall int
}

// newStep makes the contender and the peers' work from the same weights.
func newStep(ctx context.Context, engine compute.Backend, p *stepProblem) (*step, *peer.Work, error) {
	store, start, err := started(engine, p.f, stepSeed, p.batch, 1, p.features)
	if err != nil {
		return nil, nil, err
	}
	s := &step{ours: newOurs(engine), data: p.data, perCall: p.perCall}
	if s.outputs, err = p.evaluate(engine, store); err != nil {
		return nil, nil, err
	}
	if err := s.open(ctx, engine, store, p); err != nil {
		return nil, nil, err
	}
	after, err := variables(store)
	if err != nil {
		return nil, nil, err
	}
	s.outputs["weights"] = joined(after)
	work, err := p.work(start)
	return s, work, err
}

// open compiles the step and takes the first.
func (s *step) open(ctx context.Context, engine compute.Backend, store *model.Store, p *stepProblem) error {
	cfg := train.DefaultConfig()
	cfg.Lambda = train.FixedLambda(stepLambda)
	wrapped, err := train.Wrap(optimizer.Adam().LearningRate(stepRate).Done(), cfg)
	if err != nil {
		return err
	}
	history := train.NewHistory(cfg)
	history.Every = 0
	trainer := gomlx.NewTrainer(engine, store, p.graph, squaredError, wrapped, []metric.Interface{history.Metric()}, nil)
	s.loop = gomlx.NewLoop(trainer)
	history.Attach(s.loop)
	s.loop.OnStep("interrupt", 0, func(*gomlx.Loop, []*tensors.Tensor) error { return s.ctx.Err() })
	s.ready.First, err = s.Run(ctx, 1)
	return err
}

// Run implements Contender with n calls.
func (s *step) Run(ctx context.Context, n int) (peer.Clocks, error) {
	s.ctx = ctx
	if err := ctx.Err(); err != nil {
		return peer.Clocks{}, err
	}
	return timed(func() error {
		_, err := s.loop.RunSteps(s.data, n*s.perCall)
		return err
	})
}
