package igbo

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestEarlyStoppingRefusals checks the errors for invalid held-out data.
func TestEarlyStoppingRefusals(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"settings: early stopping needs held-out data: samples: the data have D = 0": func(c *Config) { c.EarlyStopping.Data = Data{} },
		"held-out data: samples: x is NaN in row 0": func(c *Config) {
			c.EarlyStopping.Data = modeltest.Series(2, 6)
			c.EarlyStopping.Data.X[0] = math.NaN()
		},
		"training: early stopping: samples: a burn-in of 4 steps is too large for T = 3 (want fewer)": func(c *Config) {
			c.BurnIn, c.EarlyStopping.Data = 4, modeltest.Series(2, 3)
		},
	} {
		cfg := DefaultConfig()
		cfg.EarlyStopping.Patience = 1
		change(&cfg)
		_, err := Train(context.Background(), backendtest.Open(t), cfg, modeltest.Series(2, 6), nil)
		modeltest.Refused(t, err, want)
	}
}

// TestWarmStartRefusesNoModel checks that the error for a model that was not trained refers to the
// warm start.
func TestWarmStartRefusesNoModel(t *testing.T) {
	_, err := TrainFrom(context.Background(), &Model{}, DefaultConfig(), modeltest.Series(2, 6), nil)
	modeltest.Refused(t, err, "training: checking the warm start: trained: the model was neither trained nor loaded")
}
