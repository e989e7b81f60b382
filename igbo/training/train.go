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

var errNoContext = errors.New("igbo: training without a context, expected one such as context.Background()")

// Train trains a model on data in memory: igbo.Train.
func Train(ctx context.Context, backend compute.Backend, cfg settings.Config, data samples.Data, d *dag.DAG) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	m, err := trained.For(backend, cfg, data, d)
	if err != nil {
		return nil, err
	}
	return onMemory(ctx, m, data)
}

// onMemory trains a model on its data.
func onMemory(ctx context.Context, m *trained.Model, data samples.Data) (*Result, error) {
	if err := checkWatched(m); err != nil {
		return nil, err
	}
	from, err := memory(m, data)
	if err != nil {
		return nil, err
	}
	return run(ctx, m, from)
}

// TrainOn trains a model on a dataset: igbo.TrainOn.
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
