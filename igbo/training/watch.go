package training

import (
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
)

// checkWatched validates the held-out data. If λ is chosen by validation, it also checks that there is a second objective
// and that the task loss supports this.
func checkWatched(m *trained.Model) error {
	c := m.Config
	if !c.Watches() {
		return nil
	}
	who := "early stopping"
	if c.Lambda.Kind == train.Validation {
		who = "λ by validation on EarlyStopping.Data"
		switch {
		case !m.Constrained() && !m.OwnObjective():
			return errors.New("training: λ by validation requires a second objective (use a DAG with a constraint)")
		case c.Loss.Is(task.KindPoisson):
			return errors.New("training: λ by validation is unsupported with the poisson loss, which can be negative (use another loss or kind of λ)")
		}
	}
	held := c.EarlyStopping.Data
	err := held.Validate()
	if err == nil && !slices.Equal(held.Features, m.Features) {
		err = fmt.Errorf("the held-out data have the features %.60q, want those of the training data, %.60q", held.Features, m.Features)
	}
	if err == nil {
		err = held.ValidateBurnIn(c.BurnIn)
	}
	if err == nil {
		err = m.CheckTargets(held)
	}
	if err != nil {
		return fmt.Errorf("training: %s: %w", who, err)
	}
	return nil
}
