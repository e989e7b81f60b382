package trained

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// New returns a model without variables. Its function creates the initial variables from the seed when it first
// runs. New returns an error if cfg.Standardize is set, because that requires data.
func New(backend compute.Backend, cfg settings.Config, features []string, steps int) (*Model, error) {
	cfg.EarlyStopping, cfg.Checkpoints = settings.EarlyStopping{}, settings.Checkpoints{}
	if cfg.Standardize {
		return nil, fmt.Errorf("trained: Standardize is unsupported for a new model, because it needs data (use Train)")
	}
	m := &Model{Config: cfg, Features: slices.Clone(features), Steps: steps}
	if err := m.validate(); err != nil {
		return nil, fmt.Errorf("trained: %w", err)
	}
	return m, m.start(backend)
}

// For returns the model for a training on data. It uses the units of start or, if start is nil, measures the
// units that the settings require. It checks that settings, data and order match.
func For(backend compute.Backend, cfg settings.Config, data samples.Data, d *dag.DAG, start *Model) (*Model, error) {
	if err := cfg.ValidateFor(data); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, Features: slices.Clone(data.Features), Steps: data.Steps, DAG: d}
	if err := m.Begin(backend, data.Targets()); err != nil {
		return nil, err
	}
	if err := m.CheckTargets(data); err != nil {
		return nil, err
	}
	switch {
	case start != nil:
		m.Normalization = start.Normalization
	case cfg.Standardize:
		m.Normalization = samples.Standardization(data.View(nil), cfg.Loss.ScalesTarget())
	}
	for from := 0; from < data.Samples(); from += checkedAtOnce { // find numbers that the dtype cannot hold
		if _, err := m.Scaled(data.Part(from, min(from+checkedAtOnce, data.Samples())), from); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// checkedAtOnce is the number of samples that are converted to the model's units at once.
const checkedAtOnce = 1 << 12

// Begin opens the model for a training with the given number of targets per step, and makes the checks that do
// not depend on the data.
func (m *Model) Begin(backend compute.Backend, targets int) error {
	if err := m.CheckDAG(m.DAG); err != nil {
		return err
	}
	if err := m.Config.Loss.Ready(); err != nil {
		return fmt.Errorf("trained: %w", err)
	}
	if err := m.start(backend); err != nil {
		return err
	}
	if err := m.Config.Loss.CheckOutputs(m.outputs, targets); err != nil {
		return fmt.Errorf("trained: %w", err)
	}
	if m.second && m.Constrained() {
		return fmt.Errorf("trained: the model %q sets a second objective (train.SetSecondLoss), but the DAG has constraints too (use only one of them)", m.Config.Model.Name)
	}
	if m.DAG == nil {
		return nil
	}
	return m.CheckOutput()
}

// start opens the model and sets its random seed.
func (m *Model) start(backend compute.Backend) error {
	if err := m.open(backend); err != nil {
		return fmt.Errorf("trained: %w", err)
	}
	if err := m.store.SetRNGStateFromSeed(m.Config.Seed); err != nil {
		return fmt.Errorf("trained: setting the seed: %w", err)
	}
	return nil
}
