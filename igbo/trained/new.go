package trained

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// New makes a model without variables, which its function makes where it first runs: those
// that its seed draws. Standardize needs data and is refused.
func New(backend compute.Backend, cfg settings.Config, features []string, steps int) (*Model, error) {
	cfg.EarlyStopping, cfg.Checkpoints = settings.EarlyStopping{}, settings.Checkpoints{}
	if cfg.Standardize {
		return nil, fmt.Errorf("igbo: a new model with Standardize, expected a training, which measures the data")
	}
	m := &Model{Config: cfg, Features: slices.Clone(features), Steps: steps}
	if err := m.validate(); err != nil {
		return nil, fmt.Errorf("igbo: %w", named.Once("igbo", err))
	}
	return m, m.start(backend)
}

// For makes the model of a training on data, in the units of a model to
// start from (nil for none), or else in those that are measured where the settings ask for them. Settings, data and order must fit
// each other.
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
		m.Normalization = samples.Standardization(data, cfg.Loss.ScalesTarget())
	}
	for from := 0; from < data.Samples(); from += checkedAtOnce { // for what the dtype does not hold
		if _, err := m.Scaled(data.Part(from, min(from+checkedAtOnce, data.Samples())), from); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// checkedAtOnce is how many samples are looked at in the model's units at once.
const checkedAtOnce = 1 << 12

// Begin opens the model for a training with so many targets a step, and checks what does not
// depend on the training data.
func (m *Model) Begin(backend compute.Backend, targets int) error {
	if err := m.CheckDAG(m.DAG); err != nil {
		return err
	}
	if err := m.Config.Loss.Ready(); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	if err := m.start(backend); err != nil {
		return err
	}
	if err := m.Config.Loss.CheckOutputs(m.outputs, targets); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	if m.second && m.Constrained() {
		return fmt.Errorf("igbo: the model %q gives a second objective (train.SetSecondLoss) beside a DAG that has constraints, expected one of them", m.Config.Model.Name)
	}
	if m.DAG == nil {
		return nil
	}
	return m.CheckOutput()
}

// start opens the model with the seed of its start.
func (m *Model) start(backend compute.Backend) error {
	if err := m.open(backend); err != nil {
		return err
	}
	if err := m.store.SetRNGStateFromSeed(m.Config.Seed); err != nil {
		return fmt.Errorf("igbo: seed: %w", err)
	}
	return nil
}
