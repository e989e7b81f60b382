package training

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
)

// TrainFrom trains a model, starting from the weights of another one (see igbo.TrainFrom).
func TrainFrom(ctx context.Context, start *trained.Model, cfg settings.Config, data samples.Data, d *dag.DAG) (*Result, error) {
	if err := start.Ready(); err != nil {
		return nil, fmt.Errorf("training: checking the warm start: %w", err)
	}
	if !reflect.DeepEqual(cfg.Model, start.Config.Model) || cfg.DType != start.Config.DType {
		return nil, fmt.Errorf("training: the warm start is a %s model in %s, want the same architecture and dtype as in Config", start.Config.Model.Kind, start.Config.DType)
	}
	if !slices.Equal(data.Features, start.Features) || data.Steps != start.Steps {
		return nil, fmt.Errorf("training: the warm start has the features %.60q and T = %d, want those of the data, %.60q and %d", start.Features, start.Steps, data.Features, data.Steps)
	}
	if cfg.Standardize != start.Config.Standardize || cfg.Loss.ScalesTarget() != start.Config.Loss.ScalesTarget() {
		return nil, fmt.Errorf("training: the warm start was trained with Standardize %t and the %s loss, so its units differ from those of Config (set both as in the warm start)", start.Config.Standardize, start.Config.Loss)
	}
	return onMemory(ctx, start.Backend(), cfg, data, d, start)
}

// warm copies the weights of start to m if start is not nil.
func warm(m, start *trained.Model) error {
	if start == nil {
		return nil
	}
	if err := sameVariables(m, start); err != nil {
		return err
	}
	return trained.Copy(m.Store(), start.Store(), "/"+trained.Scope+"/", nil)
}

// sameVariables returns an error if the models use user-defined functions with different variables.
func sameVariables(m, start *trained.Model) error {
	if m.Config.Model.Kind != models.KindCustom {
		return nil
	}
	weights, err := trained.ValuesOf(start.Store(), trained.IsWeight)
	if err != nil {
		return fmt.Errorf("training: %w", err)
	}
	if err := m.CheckWeights(weights); err != nil {
		return fmt.Errorf("training: the warm start has another model function: %w", err)
	}
	return nil
}
