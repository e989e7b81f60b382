package igbo

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/internal/named"
)

// New makes a model that was not trained here, with the variables that its function
// or architecture starts with: one whose weights are known, such as that of an ONNX
// file (Config.Function of package onnx), or one to look at before a training.
// It predicts, attributes and is saved as a trained one. Standardize needs data and
// is refused.
func New(backend compute.Backend, cfg Config, features []string, steps int) (*Model, error) {
	cfg.EarlyStopping, cfg.Checkpoints = EarlyStopping{}, Checkpoints{}
	if cfg.Standardize {
		return nil, fmt.Errorf("igbo: a new model with Standardize, expected a training, which measures the data")
	}
	m := &Model{Config: cfg, Features: slices.Clone(features), Steps: steps}
	if err := m.validate(); err != nil {
		return nil, fmt.Errorf("igbo: %w", named.Once("igbo", err))
	}
	if err := m.open(backend); err != nil {
		return nil, err
	}
	if err := m.store.SetRNGStateFromSeed(cfg.Seed); err != nil {
		return nil, fmt.Errorf("igbo: seed: %w", err)
	}
	n := max(steps, 1)
	start := Data{Features: m.Features, Steps: steps, X: make([]float64, n*len(features)), Y: make([]float64, n)}
	if _, err := m.evaluate(start, m.f); err != nil { // which makes the variables
		return nil, err
	}
	return m, nil
}
