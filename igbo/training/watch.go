package training

import (
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
)

// checkWatched checks the held-out data of a training, and that both losses can
// be followed where λ does.
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
			return errors.New("igbo: λ by validation without a DAG that has a constraint, expected one: it weighs two objectives")
		case c.Loss.Is(task.KindPoisson):
			return errors.New("igbo: λ by validation with the poisson loss, which may be negative; expected another loss or kind of λ")
		}
	}
	held := c.EarlyStopping.Data
	err := held.Validate()
	if err == nil && !slices.Equal(held.Features, m.Features) {
		err = fmt.Errorf("igbo: features %.60q, the training data has %.60q", held.Features, m.Features)
	}
	if err == nil {
		err = held.ValidateBurnIn(c.BurnIn)
	}
	if err == nil {
		err = m.CheckTargets(held)
	}
	if err != nil {
		return fmt.Errorf("igbo: %s: %w", who, named.Once("igbo", err))
	}
	return nil
}
