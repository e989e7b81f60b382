package igbo

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/train"
)

// session is a training on its way.
type session struct {
	ctx       context.Context
	model     *Model
	batches   *train.Batches
	total     int // steps of the whole training
	optimizer *train.Optimizer
	history   *train.History
	stopper   *stopper          // nil without early stopping
	search    *train.LineSearch // nil but for Armijo steps
	keeper    *checkpointKeeper // nil without checkpoints
	state     trainingState
	driver    *train.Driver // nil for Armijo steps
}

// train runs a training from start, or checkpoint, to end.
func (m *Model) train(ctx context.Context, data Data) (*Result, error) {
	s, err := m.newSession(ctx, data)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.run(); err != nil {
		return nil, fmt.Errorf("igbo: training: %w", named.Once("igbo", err))
	}
	result := &Result{Model: m, History: s.history, Steps: s.state.Step, Stopped: s.state.Stopped}
	if s.keeper != nil {
		result.Damaged = s.keeper.damaged
	}
	if s.stopper != nil {
		result.BestStep = s.state.Best.Step
		if err := s.stopper.restore(); err != nil {
			return nil, err
		}
	}
	return result, s.optimizer.Clear(m.store.RootScope())
}

// newSession prepares a training, at the last checkpoint where it resumes.
func (m *Model) newSession(ctx context.Context, data Data) (_ *session, err error) {
	cfg := m.Config
	wrapper, err := cfg.wrapper()
	if err != nil {
		return nil, err
	}
	s := &session{ctx: ctx, model: m, batches: m.batches(data), history: train.NewHistory(wrapper)}
	s.history.Every, s.history.StopAtOpposite = cfg.HistoryEvery, cfg.StopAtOpposite
	s.total = cfg.Epochs * s.perEpoch()
	if s.optimizer, err = train.Wrap(cfg.Optimizer.build(), wrapper); err != nil {
		return nil, err
	}
	keeper, err := newCheckpointKeeper(m, data)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			keeper.close()
		}
	}()
	s.keeper = keeper
	if s.state, err = s.keeper.resume(); err != nil {
		return nil, err
	}
	s.history.Steps = s.state.Steps
	for kind, n := range s.state.Counts {
		s.history.Counts[kind] = n
	}
	if s.stopper, err = newStopper(m, &s.state.Best); err != nil {
		return nil, err
	}
	return s, s.open()
}

// perEpoch is the number of steps in an epoch: 1 where a step takes all data.
func (s *session) perEpoch() int {
	if s.model.Config.Optimizer.Name == armijo {
		return 1
	}
	return s.batches.PerEpoch()
}

// open prepares the driver, or the line search.
func (s *session) open() (err error) {
	m, cfg := s.model, s.model.Config
	if cfg.Optimizer.Name == armijo {
		rule := train.DefaultArmijo()
		rule.Start = cfg.Optimizer.LearningRate
		s.search, err = train.NewLineSearch(m.backend, m.store, m.graph, cfg.taskLoss, s.optimizer, s.history, rule)
		if err == nil {
			s.search.Last = s.state.StepSize
		}
		return err
	}
	s.driver, err = train.NewDriver(m.backend, m.store, m.graph, cfg.taskLoss, s.optimizer, s.history, cfg.driver())
	return err
}

func (s *session) close() {
	if s.search != nil {
		s.search.Finalize()
	}
	s.driver.Close()
	s.stopper.close()
	s.keeper.close()
}

// run takes the steps that are left and keeps the end.
func (s *session) run() error {
	if s.state.Step > 0 && s.model.Config.OnStep != nil {
		s.model.Config.OnStep(s.state.Step)
	}
	if s.state.Stopped != "" || s.state.Step >= s.total {
		return nil
	}
	err := s.steps(s.total - s.state.Step)
	for _, reason := range []error{train.ErrParetoStationary, train.ErrNoDecrease, errEarlyStop} {
		if errors.Is(err, reason) {
			s.state.Stopped, err = reason.Error(), nil
		}
	}
	var broken *train.NonFiniteError
	if errors.As(err, &broken) {
		broken.Checkpoint = s.keeper.last()
		return broken
	}
	if err != nil {
		return err
	}
	s.state.Step = int(optimizer.GetGlobalStep(s.model.store))
	return s.keep()
}

// steps takes n steps, by batch or by line search. Where they are cancelled it
// keeps what was reached.
func (s *session) steps(n int) error {
	start := s.state.Step
	err := s.take(n)
	if err != nil && errors.Is(err, s.ctx.Err()) && s.state.Step > start {
		return errors.Join(err, s.keep())
	}
	return err
}

func (s *session) take(n int) error {
	if s.search == nil {
		s.batches.Start = s.state.Step
		return s.driver.Run(s.ctx, s.batches, s.state.Step+1, n, s.boundary, s.after)
	}
	all := s.batches.All()
	for range n {
		step := s.state.Step + 1
		if err := s.search.Step(step, all); err != nil {
			return err
		}
		s.state.StepSize = s.search.Last
		if err := errors.Join(s.after(step), s.ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// boundary reports whether the state after a step is looked at: evaluated or kept.
func (s *session) boundary(step int) bool {
	return s.keeper.due(step) || s.stopper != nil && step%s.perEpoch() == 0
}

// after follows every step: report, early stopping, checkpoint.
func (s *session) after(step int) error {
	s.state.Step = step
	if s.model.Config.OnStep != nil {
		s.model.Config.OnStep(step)
	}
	if step%s.perEpoch() == 0 {
		if err := s.stopper.check(step, step/s.perEpoch()); err != nil {
			return err
		}
	}
	if s.keeper.due(step) {
		return s.keep()
	}
	return nil
}

// keep writes a checkpoint, where there are any.
func (s *session) keep() error {
	s.state.Steps, s.state.Counts = s.history.Steps, s.history.Counts
	return s.keeper.save(s.state)
}
