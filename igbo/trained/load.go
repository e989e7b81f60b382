package trained

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Load reads a saved model or a checkpoint; see igbo.Load and, if f is not nil, igbo.LoadFunction.
func Load(backend compute.Backend, dir string, f attribution.MaskedModel) (*Model, error) {
	contents, err := durable.ReadFolder(dir)
	if errors.Is(err, fs.ErrNotExist) {
		durable.Recover(dir) // remove temporary files of a save that was killed
		contents, err = durable.ReadFolder(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("trained: loading: %w", err)
	}
	m, err := decode(backend, contents, f)
	if err != nil {
		return nil, fmt.Errorf("trained: loading %s: %w", dir, err)
	}
	return m, nil
}

// decode restores a model from the files of a folder.
func decode(backend compute.Backend, contents map[string][]byte, f attribution.MaskedModel) (*Model, error) {
	d, err := ReadDescription(contents)
	if err != nil {
		return nil, err
	}
	m := &Model{Config: d.Config, Features: d.Features, Steps: d.Steps, Normalization: d.Normalization, DAG: d.DAG, path: d.Path}
	m.Config.Function = f
	if err := m.validate(); err != nil {
		return nil, err
	}
	if err := m.open(backend); err != nil {
		return nil, err
	}
	if n := len(m.Normalization.TargetScales); n > 0 && n != m.outputs {
		return nil, fmt.Errorf("the normalisation has %d targets, but the model has %d outputs (they must be equal)", n, m.outputs)
	}
	weights, err := m.readWeights(contents)
	if err != nil {
		return nil, err
	}
	return m, Create(m.store, weights)
}

// readWeights reads the weights from the files and checks that they match this model.
func (m *Model) readWeights(contents map[string][]byte) ([]Variable, error) {
	weights, err := safetensors.Read(contents[WeightsFile])
	if err != nil {
		return nil, err
	}
	return weights, m.CheckWeights(weights)
}

// validate checks the settings of a description.
func (m *Model) validate() error {
	cfg := m.Config
	cfg.EarlyStopping.Patience = min(cfg.EarlyStopping.Patience, 0) // the held-out data are not saved
	if err := cfg.Validate(len(m.Features)); err != nil {
		return err
	}
	switch {
	case len(m.Features) == 0:
		return errors.New("the model has no features (want at least 1)")
	case m.Steps < 1:
		return fmt.Errorf("the number of steps T is %d, want at least 1", m.Steps)
	case cfg.BurnIn >= m.Steps:
		return fmt.Errorf("a burn-in of %d steps is too large for T = %d (want fewer)", cfg.BurnIn, m.Steps)
	case cfg.Standardize != (m.Normalization.Scale != nil):
		return fmt.Errorf("standardize is %t with %d scales, but a model must have scales if and only if standardize is true", cfg.Standardize, len(m.Normalization.Scale))
	}
	if err := samples.ValidateNames(m.Features); err != nil {
		return err
	}
	if err := m.Normalization.Validate(len(m.Features)); err != nil {
		return err
	}
	if n := m.Normalization; !cfg.Loss.ScalesTarget() && n.Scale != nil && (n.TargetScales != nil || n.TargetShift != 0 || n.TargetScale != 1) {
		return fmt.Errorf("the normalisation scales the target of the %s loss, want shift 0 and scale 1", cfg.Loss)
	}
	return m.checkDAG(m.DAG)
}
