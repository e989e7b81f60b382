package compare

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestChosenSettings checks that settings which the comparison chooses itself are rejected.
func TestChosenSettings(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"ridge": func(c *Config) { c.Ridge = 1 }, "burn_in": func(c *Config) { c.BurnIn = 1 }, "standardize": func(c *Config) { c.Standardize = false },
		"history_every or track_descent": func(c *Config) { c.HistoryEvery = 1 }, "early_stopping except its patience": func(c *Config) { c.EarlyStopping.Every = 2 },
		"a function, OnStep or a folder for checkpoints": func(c *Config) { c.Checkpoints.Dir = "kept" },
	} {
		c := DefaultConfig(models.LinearSpec(), 0)
		if err := c.Validate(1); err != nil {
			t.Fatal(err)
		}
		change(&c)
		refusal.Check(t, c.Validate(1), "compare: "+want+" must not be set")
	}
}

// TestConfigNamesTheSetting checks that the error for a setting outside its range names that setting and its value.
func TestConfigNamesTheSetting(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"Starts must be at least 0, got -1":                                   func(c *Config) { c.Starts = -1 },
		"Starts must be 1 for a linear model, got 2":                          func(c *Config) { c.Starts, c.Model = 2, models.LinearSpec() },
		"EarlyStopping.Patience must be at most 1000000, got 1000001":         func(c *Config) { c.EarlyStopping.Patience = 1_000_001 },
		"EarlyStopping.Patience must be 0 for a linear model, got 3":          func(c *Config) { c.EarlyStopping.Patience, c.Model = 3, models.LinearSpec() },
		"Folds must be at least 2, got 1":                                     func(c *Config) { c.Folds = 1 },
		"Repeats must be at least 1, got 0":                                   func(c *Config) { c.Repeats = 0 },
		"InnerFolds must be at most 10000, got 10001":                         func(c *Config) { c.InnerFolds = 10_001 },
		"Folds times Repeats must be at most 10000, got 101 times 100":        func(c *Config) { c.Folds, c.Repeats = 101, 100 },
		"Steps must be at least 1, got 0":                                     func(c *Config) { c.Steps = 0 },
		"Epochs must be at least 1, got 0":                                    func(c *Config) { c.Epochs = 0 },
		"BatchSize must be at least 1, got -7":                                func(c *Config) { c.BatchSize = -7 },
		"Chains must be at least 1, got 0":                                    func(c *Config) { c.Chains = 0 },
		"Burn must be at least 0, got -1":                                     func(c *Config) { c.Burn = -1 },
		"Draws must be at least 4, got 3":                                     func(c *Config) { c.Draws = 3 },
		"Level must be between 0 and 1, such as 0.95, got 1":                  func(c *Config) { c.Level = 1 },
		"Margin must be at least 0 and below 1, such as 0.02 (2 % of the err": func(c *Config) { c.Margin = -1 },
		`Keep is "ridge", which requires CompetingMethods`:                    func(c *Config) { c.Keep, c.CompetingMethods = "ridge", false },
		`Keep is "ridge", which requires a model with 1 output`:               func(c *Config) { c.Keep, c.Model.Outputs = "ridge", 3 },
		"Penalties is empty":                                                  func(c *Config) { c.Penalties = nil },
		"Decays is empty":                                                     func(c *Config) { c.Decays = nil },
		"Penalties[1] must be positive and":                                   func(c *Config) { c.Penalties = []float64{1, 0} },
		"Decays[0] must be positive and":                                      func(c *Config) { c.Decays = []float64{math.Inf(1)} },
	} {
		c := DefaultConfig(models.MLPSpec(models.MLPConfig{Hidden: []int{2}}), 0)
		change(&c)
		refusal.Check(t, c.Validate(1), "compare: "+want)
	}
}

// TestConfigIsFlat checks that verdict.json contains the training settings next to those of the
// comparison, under their names in igbo.Config.
func TestConfigIsFlat(t *testing.T) {
	fields := func(v any) map[string]json.RawMessage {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]json.RawMessage
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := fields(DefaultConfig(models.LinearSpec(), 0))
	for name := range fields(igbo.DefaultConfig()) {
		if all[name] == nil {
			t.Errorf("no %s", name)
		}
	}
	if all["folds"] == nil || all["Config"] != nil {
		t.Errorf("settings %v", all)
	}
}
