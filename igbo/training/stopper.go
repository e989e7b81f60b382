package training

import (
	"errors"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
)

// errEarlyStop ends a training whose monitored loss no longer improves.
var errEarlyStop = errors.New("early stopping: the monitored loss no longer improves")

// best holds the best evaluation so far.
type best struct {
	Step, Waited int
	Loss         float64
}

// bestScope is the scope with a copy of the best weights.
const bestScope = "/igbo/best"

// stopper evaluates the losses on held-out data, for early stopping or for choosing λ.
type stopper struct {
	model           *trained.Model
	rule            settings.EarlyStopping
	observe         func(taskLoss, secondLoss float64) error // nil unless λ depends on the losses
	best            *best
	predict, scores *evaluation.Evaluator
	own             *evaluation.Evaluator // evaluates a user-defined second objective, or nil
}

// newStopper returns nil if neither early stopping nor λ needs held-out data.
func newStopper(m *trained.Model, o *train.Optimizer, state *best) (_ *stopper, err error) {
	s := &stopper{model: m, rule: m.Config.EarlyStopping, best: state}
	if !m.Config.Watches() {
		return nil, nil
	}
	if m.Config.Lambda.Kind == train.Validation {
		s.observe = func(l, h float64) error { return o.Observe(m.Store(), l, h) }
	}
	if state.Step == 0 {
		state.Loss = math.Inf(1)
	}
	if s.predict, err = evaluation.NewEvaluator(m, m.Function()); err != nil {
		return nil, err
	}
	switch {
	case s.observe == nil && s.rule.Monitor.Of(0, 1) == 0: // h is not used
	case m.OwnObjective():
		s.own, err = evaluation.NewEvaluator(m, objectives{m}.own)
	case m.DAG != nil:
		s.scores, err = evaluation.NewEvaluator(m, evaluation.ScoresGraph(m, m.Config.Attribution))
	}
	return s, err
}

func (s *stopper) close() {
	if s != nil {
		s.predict.Close()
		s.scores.Close()
		s.own.Close()
	}
}

// losses evaluates the task loss l and, if it is used, the second loss h, in the model's units.
func (s *stopper) losses() (l, h float64, err error) {
	data, units := s.rule.Data, s.model.Normalization
	y, err := s.predict.Run(data)
	if err != nil {
		return 0, 0, err
	}
	l, err = evaluation.TaskLoss(s.model, y, units.Apply(data))
	switch {
	case err != nil:
		return l, 0, err
	case s.own != nil:
		each, err := s.own.Run(data)
		return l, stat.Mean(each, nil), err
	case s.scores == nil:
		return l, 0, nil
	}
	flat, err := s.scores.Run(data)
	if err != nil {
		return 0, 0, err
	}
	n := data.Samples() * s.model.Attributed()
	v, err := evaluation.Interpretability(s.model, mat.NewDense(n, len(flat)/n, flat), s.model.DAG)
	return l, v.Loss, err
}

// remember copies the weights to separate variables, which checkpoints include. restore copies them back.
func (s *stopper) remember() error {
	store := s.model.Store()
	err := trained.Copy(store, store, "/"+trained.Scope+"/", func(path string) string { return bestScope + path })
	for v := range store.IterVariables() {
		if strings.HasPrefix(v.Path(), bestScope+"/") {
			v.SetTrainable(false)
		}
	}
	return err
}

func (s *stopper) restore() error {
	if s.best.Step == 0 {
		return nil
	}
	store := s.model.Store()
	return trained.Copy(store, store, bestScope+"/", func(path string) string { return strings.TrimPrefix(path, bestScope) })
}

// check evaluates the losses if an evaluation is due after the epoch, and updates λ if it depends on them. It returns
// errEarlyStop when the patience is exhausted.
func (s *stopper) check(step, epoch int) error {
	if s == nil || epoch%max(s.rule.Every, 1) != 0 {
		return nil
	}
	l, h, err := s.losses()
	if err != nil {
		return err
	}
	if s.observe != nil {
		if err := s.observe(l, h); err != nil {
			return err
		}
	}
	if s.rule.Patience == 0 {
		return nil
	}
	loss := s.rule.Monitor.Of(l, h)
	if loss < s.best.Loss-s.rule.MinImprovement {
		*s.best = best{Step: step, Loss: loss}
		return s.remember()
	}
	s.best.Waited++
	if s.best.Waited >= s.rule.Patience {
		return errEarlyStop
	}
	return nil
}
