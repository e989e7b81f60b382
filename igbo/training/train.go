package training

import (
	"context"
	"errors"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
)

var errNoContext = errors.New("training: the context is nil (use context.Background())")

// Train trains a model on data in memory (see igbo.Train).
func Train(ctx context.Context, backend compute.Backend, cfg settings.Config, data samples.Data, d *dag.DAG) (*Result, error) {
	return onMemory(ctx, backend, cfg, data, d, nil)
}

// onMemory trains a model on data in memory. If start is not nil, the model starts from the weights of start
// and uses its units.
func onMemory(ctx context.Context, backend compute.Backend, cfg settings.Config, data samples.Data, d *dag.DAG, start *trained.Model) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	digest := func(m *trained.Model) (string, error) { return digestOf(data, m) }
	m, err := trained.For(backend, cfg, data, d, start)
	if err != nil {
		return nil, err
	}
	if err := warm(m, start); err != nil {
		return nil, err
	}
	if err := checkWatched(m); err != nil {
		return nil, err
	}
	return run(ctx, m, memory(m, data, digest))
}

// TrainOn trains a model on a dataset (see igbo.TrainOn).
func TrainOn(ctx context.Context, backend compute.Backend, cfg settings.Config, from Source, d *dag.DAG) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	if err := from.validate(cfg); err != nil {
		return nil, err
	}
	m := &trained.Model{Config: cfg, Features: slices.Clone(from.Features), Steps: from.Steps, DAG: d}
	if err := m.Begin(backend, max(from.Outputs, 1)); err != nil {
		return nil, err
	}
	if err := checkWatched(m); err != nil {
		return nil, err
	}
	return run(ctx, m, stream(m, from))
}
