package workload

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// ExplainedRows is the number of rows that are explained, and comparedRows the number of those whose attributions are compared.
const (
	ExplainedRows = 16384
	comparedRows  = 1024
	explainedD    = 20
)

// explained is our contender for explaining a table: igbo.Model.Explain.
type explained struct {
	ours
	model *igbo.Model
	data  igbo.Data
	cfg   attribution.Config
}

// Explained draws a network and rows, and attributes the first of them.
func Explained(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Epochs, cfg.BatchSize = models.MLPSpec(models.MLPConfig{Hidden: []int{64, 64}, Activation: "tanh"}), 1, comparedRows
	x := normals(4, ExplainedRows*explainedD)
	data := igbo.Data{Steps: 1, X: x, Y: normals(6, ExplainedRows)}
	for k := range explainedD {
		data.Features = append(data.Features, fmt.Sprintf("x%d", k))
	}
	few := data
	few.X, few.Y = x[:comparedRows*explainedD], data.Y[:comparedRows]
	drawn, err := igbo.Train(ctx, engine, cfg, few, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("workload: %w", err)
	}
	e := &explained{ours: newOurs(engine), model: drawn.Model, data: data, cfg: attribution.DefaultConfig()}
	e.cfg.Points = 20
	work := reference.NewWork(map[string]any{"points": e.cfg.Points, "compared": comparedRows})
	weights, err := e.weights()
	if err != nil {
		return nil, nil, err
	}
	addLayers(work, weights, "")
	work.Add("x", x, ExplainedRows, explainedD)
	e.model.Config.Attribution = e.cfg
	attributions, err := e.model.Attribute(few)
	if err != nil {
		return nil, nil, fmt.Errorf("workload: %w", err)
	}
	e.outputs = reference.Outputs{"attribution": attributions}
	e.ready.First, err = e.Run(ctx, 1)
	return e, work, err
}

// weights returns the weights of the layers, in order.
func (e *explained) weights() ([]variable, error) {
	values, err := e.model.Variables()
	if err != nil {
		return nil, fmt.Errorf("workload: %w", err)
	}
	var out []variable
	for _, path := range slices.Sorted(maps.Keys(values)) {
		numbers, err := numbers(values[path])
		if err != nil {
			return nil, err
		}
		out = append(out, variable{path, values[path].Shape().Dimensions, numbers})
	}
	for i := 0; i+1 < len(out); i += 2 { // sorted by name, biases come before weights
		out[i], out[i+1] = out[i+1], out[i]
	}
	return out, nil
}

// Run implements Contender.
func (e *explained) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		for range n {
			if _, err := e.model.Explain(ctx, e.data, e.cfg, nil); err != nil {
				return err
			}
		}
		return nil
	})
}
