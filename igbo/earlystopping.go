package igbo

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/named"
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
)

// EarlyStopping ends training when a loss on held-out data no longer improves,
// and keeps the weights that were best. The zero value is off.
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
	case e.Monitor != "" && !slices.Contains([]Monitor{MonitorTask, MonitorMax}, e.Monitor):
		return fmt.Errorf("igbo: early stopping on %q, expected %s or %s", e.Monitor, MonitorTask, MonitorMax)
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

// best is the best evaluation so far.
type best struct {
	Step, Waited int
	Loss         float64
}

// bestScope holds a copy of the weights that were best.
const bestScope = "/igbo/best"

// stopper watches the held-out loss of a training.
type stopper struct {
	model           *Model
	rule            EarlyStopping
	best            *best
	predict, scores *evaluator
}

// newStopper returns nil where early stopping is off.
func newStopper(m *Model, state *best) (_ *stopper, err error) {
	s := &stopper{model: m, rule: m.Config.EarlyStopping, best: state}
	if s.rule.Patience == 0 {
		return nil, nil
	}
	if state.Step == 0 {
		state.Loss = math.Inf(1)
	}
	if s.predict, err = m.newEvaluator(m.f); err != nil {
		return nil, err
	}
	if s.rule.Monitor == MonitorMax && m.DAG != nil {
		s.scores, err = m.newEvaluator(m.scoresGraph(m.Config.Attribution))
	}
	return s, err
}

func (s *stopper) close() {
	if s != nil {
		s.predict.close()
		s.scores.close()
	}
}

// loss evaluates the monitored loss in the model's units.
func (s *stopper) loss() (float64, error) {
	data, units := s.rule.Data, s.model.Normalization
	y, err := s.predict.run(data)
	if err != nil {
		return 0, err
	}
	l, err := s.model.taskValue(y, units.apply(data))
	if err != nil || s.scores == nil {
		return l, err
	}
	flat, err := s.scores.run(data)
	if err != nil {
		return 0, err
	}
	n := data.Samples() * s.model.attributed()
	h, err := s.model.interpretability(mat.NewDense(n, len(flat)/n, flat), s.model.DAG)
	return max(l, h.Loss), err
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

// check evaluates after an epoch that is due and returns errEarlyStop where
// the patience is at its end.
func (s *stopper) check(step, epoch int) error {
	if s == nil || epoch%max(s.rule.Every, 1) != 0 {
		return nil
	}
	loss, err := s.loss()
	if err != nil {
		return err
	}
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
