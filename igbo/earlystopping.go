package igbo

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// errEarlyStop ends a run whose monitored loss no longer improves.
var errEarlyStop = errors.New("early stopping: the monitored loss no longer improves")

// Monitor names the loss that early stopping watches.
type Monitor string

// The monitored losses. The paper ends training where ‖g2‖ is negligible,
// which is wherever every constraint holds, the task learnt or not; these look
// at the task.
const (
	MonitorTask Monitor = "task" // L
	MonitorMax  Monitor = "max"  // max(L, H)
	MonitorSum  Monitor = "sum"  // L + H
)

// Monitors lists the monitored losses.
func Monitors() []Monitor { return []Monitor{MonitorTask, MonitorMax, MonitorSum} }

// of is the monitored loss.
func (m Monitor) of(l, h float64) float64 {
	switch m {
	case MonitorMax:
		return max(l, h)
	case MonitorSum:
		return l + h
	default:
		return l
	}
}

// EarlyStopping ends training when a loss on held-out data no longer improves,
// and keeps the weights that were best. The zero value is off.
//
// H is the loss of the DAG, or the second objective that Config.Function gives by
// train.SetSecondLoss, outside training too; without either it is 0.
//
// A λ of the kind train.Validation follows both losses on the same Data, Every so
// many epochs, with early stopping (Patience) or without.
type EarlyStopping struct {
	// Data is the held-out data, in the units of the training data.
	Data Data `json:"-"`
	// Monitor is the loss that counts; empty is L.
	Monitor Monitor `json:"monitor,omitempty"`
	// Patience is the number of evaluations without improvement that end training; 0 is off.
	Patience int `json:"patience"`
	// Every is the number of epochs between evaluations; 0 is 1.
	Every int `json:"every,omitempty"`
	// MinImprovement is by how much a loss must fall to count as improved, in the model's units.
	MinImprovement float64 `json:"min_improvement,omitempty"`
}

// Validate checks the settings for inputs with the given features.
func (e EarlyStopping) Validate() error {
	switch {
	case e.Patience < 0 || e.Every < 0:
		return fmt.Errorf("igbo: early stopping with a patience of %d, every %d epochs, expected 0 (off, or 1 epoch) or more", e.Patience, e.Every)
	case e.Monitor != "" && !slices.Contains(Monitors(), e.Monitor):
		return fmt.Errorf("igbo: early stopping on %q, expected one of %v", e.Monitor, Monitors())
	case !(e.MinImprovement >= 0) || math.IsInf(e.MinImprovement, 0):
		return fmt.Errorf("igbo: early stopping for improvements of %g, expected 0 or more", e.MinImprovement)
	case e.Patience == 0:
		return nil
	}
	if err := e.Data.Validate(); err != nil {
		return fmt.Errorf("igbo: early stopping needs held-out data: %w", named.Once("igbo", err))
	}
	return nil
}

// watches tells whether a training looks at held-out data.
func (c Config) watches() bool {
	return c.EarlyStopping.Patience > 0 || c.Lambda.Kind == train.Validation
}

// checkWatched checks the held-out data of a training, and that both losses can
// be followed where λ does.
func (m *Model) checkWatched() error {
	c := m.Config
	if !c.watches() {
		return nil
	}
	who := "early stopping"
	if c.Lambda.Kind == train.Validation {
		who = "λ by validation on EarlyStopping.Data"
		switch {
		case !m.constrained() && !m.second:
			return errors.New("igbo: λ by validation without a DAG that has a constraint, expected one: it weighs two objectives")
		case c.Loss.Is(task.KindPoisson):
			return errors.New("igbo: λ by validation with the poisson loss, which may be negative; expected another loss or kind of λ")
		}
	}
	held := c.EarlyStopping.Data
	err := held.Validate()
	if err == nil && !slices.Equal(held.Features, m.Features) {
		err = fmt.Errorf("igbo: features %v, the training data has %v", held.Features, m.Features)
	}
	if err == nil {
		err = held.validateBurnIn(c.BurnIn)
	}
	if err == nil {
		err = m.checkTargets(held)
	}
	if err != nil {
		return fmt.Errorf("igbo: %s: %w", who, named.Once("igbo", err))
	}
	return nil
}

// best is the best evaluation so far.
type best struct {
	Step, Waited int
	Loss         float64
}

// bestScope holds a copy of the weights that were best.
const bestScope = "/igbo/best"

// stopper watches the losses on held-out data: for early stopping, for λ, or both.
type stopper struct {
	model           *Model
	rule            EarlyStopping
	observe         func(taskLoss, secondLoss float64) error // nil unless λ follows them
	best            *best
	predict, scores *evaluator
	own             *evaluator // of the second objective of a user's function; nil for none
}

// newStopper returns nil where nothing looks at held-out data.
func newStopper(m *Model, o *train.Optimizer, state *best) (_ *stopper, err error) {
	s := &stopper{model: m, rule: m.Config.EarlyStopping, best: state}
	if !m.Config.watches() {
		return nil, nil
	}
	if m.Config.Lambda.Kind == train.Validation {
		s.observe = func(l, h float64) error { return o.Observe(m.store, l, h) }
	}
	if state.Step == 0 {
		state.Loss = math.Inf(1)
	}
	if s.predict, err = m.newEvaluator(m.f); err != nil {
		return nil, err
	}
	switch {
	case s.observe == nil && s.rule.Monitor.of(0, 1) == 0: // nothing looks at H
	case m.second:
		s.own, err = m.newEvaluator(m.ownSecond)
	case m.DAG != nil:
		s.scores, err = m.newEvaluator(m.scoresGraph(m.Config.Attribution))
	}
	return s, err
}

func (s *stopper) close() {
	if s != nil {
		s.predict.close()
		s.scores.close()
		s.own.close()
	}
}

// losses evaluates L and, where something looks at it, H, in the model's units.
func (s *stopper) losses() (l, h float64, err error) {
	data, units := s.rule.Data, s.model.Normalization
	y, err := s.predict.run(data)
	if err != nil {
		return 0, 0, err
	}
	l, err = s.model.taskValue(y, units.apply(data))
	switch {
	case err != nil:
		return l, 0, err
	case s.own != nil:
		each, err := s.own.run(data)
		return l, stat.Mean(each, nil), err
	case s.scores == nil:
		return l, 0, nil
	}
	flat, err := s.scores.run(data)
	if err != nil {
		return 0, 0, err
	}
	n := data.Samples() * s.model.attributed()
	v, err := s.model.interpretability(mat.NewDense(n, len(flat)/n, flat), s.model.DAG)
	return l, v.Loss, err
}

// remember copies the weights into variables of their own, which checkpoints
// keep; restore brings them back.
func (s *stopper) remember() error { return s.copy("/"+modelScope+"/", bestScope) }

func (s *stopper) restore() error {
	if s.best.Step == 0 {
		return nil
	}
	return s.copy(bestScope+"/", "")
}

// copy sets, for each variable below a path, the one that is named by adding a
// prefix to it, or, with no prefix, by taking bestScope off.
func (s *stopper) copy(below, prefix string) error {
	store := s.model.store
	for _, v := range slices.Collect(store.IterVariables()) {
		if !strings.HasPrefix(v.Path(), below) {
			continue
		}
		value, err := cloned(v)
		if err != nil {
			return err
		}
		path := prefix + strings.TrimPrefix(v.Path(), bestScope)
		if err := setVariable(store, path, value); err != nil {
			return fmt.Errorf("igbo: variable %s: %w", path, err)
		}
		if prefix != "" {
			store.GetVariable(path).SetTrainable(false)
		}
	}
	return nil
}

// check evaluates after an epoch that is due, moves λ where it follows, and
// returns errEarlyStop where the patience is at its end.
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
	loss := s.rule.Monitor.of(l, h)
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
