package training

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/training/source"
)

// A Result holds the outcome of a training (see igbo.Result).
type Result struct {
	Model    *trained.Model
	History  *train.History
	Steps    int
	Stopped  string
	BestStep int
	Damaged  []string
}

// session is a training in progress.
type session struct {
	ctx          context.Context
	model        *trained.Model
	batchSource  batchSource
	optimizer    *train.Optimizer
	history      *train.History
	stopper      *stopper          // nil without held-out data
	search       *train.LineSearch // nil except for Armijo steps
	driver       *train.Driver     // nil for Armijo steps
	checkpointer *checkpointer     // nil without checkpoints
	state        trainingState
}

// run trains to the end, from the start or from a checkpoint.
func run(ctx context.Context, m *trained.Model, from batchSource) (*Result, error) {
	s, err := newSession(ctx, m, from)
	if err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	defer s.close()
	if err := s.run(); err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	result := &Result{Model: m, History: s.history, Steps: s.state.Step, Stopped: s.state.Stopped}
	if s.checkpointer != nil {
		result.Damaged = s.checkpointer.damaged
	}
	if m.Config.EarlyStopping.Patience > 0 {
		result.BestStep = s.state.Best.Step
		if err := s.stopper.restore(); err != nil {
			return nil, err
		}
	}
	return result, s.optimizer.Clear(m.Store().RootScope())
}

// newSession prepares a training. If it resumes, it restores the newest checkpoint.
func newSession(ctx context.Context, m *trained.Model, from batchSource) (_ *session, err error) {
	cfg := m.Config
	wrapper, err := cfg.Wrapper()
	if err != nil {
		return nil, err
	}
	s := &session{ctx: ctx, model: m, batchSource: from, history: train.NewHistory(wrapper)}
	s.history.Every, s.history.StopAtOpposite, s.history.Descent = cfg.HistoryEvery, cfg.StopAtOpposite, cfg.TrackDescent
	if s.optimizer, err = train.Wrap(cfg.Optimizer.Build(from.left(0)), wrapper); err != nil {
		return nil, err
	}
	checkpointer, err := newCheckpointer(m, from.digest)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	s.checkpointer = checkpointer
	if s.state, err = s.checkpointer.resume(); err != nil {
		return nil, err
	}
	s.history.Steps, s.history.Ascents = s.state.Steps, s.state.Ascents
	for kind, n := range s.state.Counts {
		s.history.Counts[kind] = n
	}
	if s.stopper, err = newStopper(m, s.optimizer, &s.state.Best); err != nil {
		return nil, err
	}
	return s, s.open()
}

// open prepares the driver or the line search.
func (s *session) open() (err error) {
	m, cfg, of := s.model, s.model.Config, objectives{s.model}
	if cfg.Optimizer.Name == settings.Armijo {
		rule := train.DefaultArmijo()
		rule.Start = cfg.Optimizer.LearningRate
		s.search, err = train.NewLineSearch(m.Backend(), m.Store(), of.graph, of.taskLoss, s.optimizer, s.history, rule)
		if err == nil {
			s.search.Last = s.state.StepSize
		}
		return err
	}
	s.driver, err = train.NewDriver(m.Backend(), m.Store(), of.graph, of.taskLoss, s.optimizer, s.history, cfg.Driver())
	return err
}

func (s *session) close() {
	if s.search != nil {
		s.search.Finalize()
	}
	s.driver.Close()
	s.stopper.close()
	s.checkpointer.close()
}

// run takes the remaining steps and saves the final state.
func (s *session) run() error {
	if s.state.Step > 0 && s.model.Config.OnStep != nil {
		s.model.Config.OnStep(s.state.Step)
	}
	if s.state.Stopped != "" || s.batchSource.over(s.state) {
		return nil
	}
	start := s.state.Step
	err := s.steps()
	for _, reason := range []error{train.ErrParetoStationary, train.ErrNoDecrease, errEarlyStop} {
		if errors.Is(err, reason) {
			s.state.Stopped, err = reason.Error(), nil
		}
	}
	var broken *train.NonFiniteError
	if errors.As(err, &broken) {
		broken.Checkpoint = s.checkpointer.last()
		return broken
	}
	if err != nil && (s.ctx.Err() == nil || !errors.Is(err, s.ctx.Err())) {
		return err
	}
	s.state.Step = int(optimizer.GetGlobalStep(s.model.Store()))
	if s.state.Step == start {
		return err
	}
	return errors.Join(err, s.keep())
}

// steps takes the remaining steps, with the driver or with the line search.
func (s *session) steps() error {
	if s.search == nil {
		err := s.driver.Run(s.ctx, s.batchSource.from(s.state), s.state.Step+1, s.batchSource.left(s.state.Step), s.boundary, s.after)
		if errors.Is(err, source.ErrEnd) {
			return nil
		}
		return err
	}
	all := s.batchSource.batches.All()
	for range s.batchSource.left(s.state.Step) {
		step := s.state.Step + 1
		if err := s.search.Step(step, all); err != nil {
			return err
		}
		s.state.StepSize = s.search.Last
		if err := s.after(step); err != nil {
			return err
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// boundary reports whether a checkpoint or an evaluation follows a step.
func (s *session) boundary(step int) bool {
	_, ends := s.batchSource.epoch(step)
	return ends && s.stopper != nil || s.checkpointer.due(step)
}

// after runs after each step: it reports the step, checks for early stopping, and saves a checkpoint if one is due.
func (s *session) after(step int) error {
	s.state.Step = step
	if s.model.Config.OnStep != nil {
		s.model.Config.OnStep(step)
	}
	epoch, ends := s.batchSource.epoch(step)
	s.state.Epochs, s.state.Batches = epoch, s.batchSource.used(step)
	if ends {
		if err := s.stopper.check(step, epoch); err != nil {
			return err
		}
	}
	if s.checkpointer.due(step) {
		return s.keep()
	}
	return nil
}

// keep saves a checkpoint if checkpoints are enabled.
func (s *session) keep() error {
	s.state.Steps, s.state.Counts, s.state.Ascents = s.history.Steps, s.history.Counts, s.history.Ascents
	return s.checkpointer.save(s.state)
}
