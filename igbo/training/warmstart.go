package training

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
)

// TrainFrom trains from a warm start: igbo.TrainFrom.
func TrainFrom(ctx context.Context, start *trained.Model, cfg settings.Config, data samples.Data, d *dag.DAG) (*Result, error) {
	if err := start.Ready(); err != nil {
		return nil, fmt.Errorf("igbo: a warm start: %w", named.Once("igbo", err))
	}
	if !reflect.DeepEqual(cfg.Model, start.Config.Model) || cfg.DType != start.Config.DType {
		return nil, fmt.Errorf("igbo: a warm start from a %s model in %s, expected the same architecture and dtype", start.Config.Model.Kind, start.Config.DType)
	}
	if !slices.Equal(data.Features, start.Features) || data.Steps != start.Steps {
		return nil, fmt.Errorf("igbo: a warm start from a model of the features %.60q and T = %d, the data has %.60q and %d", start.Features, start.Steps, data.Features, data.Steps)
	}
	if cfg.Standardize != start.Config.Standardize || cfg.Loss.ScalesTarget() != start.Config.Loss.ScalesTarget() {
		return nil, fmt.Errorf("igbo: a warm start from a model with Standardize %t and the %s loss, expected the same units", start.Config.Standardize, start.Config.Loss)
	}
	return onMemory(ctx, start.Backend(), cfg, data, d, start)
}

// warm gives a model the weights of another, of which there may be none.
func warm(m, start *trained.Model) error {
	if start == nil {
		return nil
	}
	if err := sameVariables(m, start); err != nil {
		return err
	}
	return trained.Copy(m.Store(), start.Store(), "/"+trained.Scope+"/", nil)
}

// sameVariables checks that a user's function has the variables that a model starts from.
func sameVariables(m, start *trained.Model) error {
	if m.Config.Model.Kind != models.KindCustom {
		return nil
	}
	weights, err := trained.ValuesOf(start.Store(), trained.IsWeight)
	if err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	if err := m.CheckWeights(weights); err != nil {
		return fmt.Errorf("igbo: a warm start from another function: %w", err)
	}
	return nil
}
