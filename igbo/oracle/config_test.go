package oracle

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestConfigNamesTheSetting checks that the error for a setting outside its range names that setting and its value.
func TestConfigNamesTheSetting(t *testing.T) {
	early := EarlyStopping{Patience: 1, Every: 1, Pairs: 1, HeldOut: 0.2}
	with := func(change func(e *EarlyStopping)) func(*Config) {
		return func(c *Config) { c.EarlyStopping = early; change(&c.EarlyStopping) }
	}
	for want, change := range map[string]func(*Config){
		"Hidden must be at least 1, got 0":                  func(c *Config) { c.Hidden = 0 },
		"State must be at least 1, got -1":                  func(c *Config) { c.State = -1 },
		"MinAnchors must be at least 1, got 0":              func(c *Config) { c.MinAnchors = 0 },
		"MaxAnchors must be at least 3, got 2":              func(c *Config) { c.MinAnchors, c.MaxAnchors = 3, 2 },
		"Points must be at least 1, got 0":                  func(c *Config) { c.Points = 0 },
		"Steps must be at least 1, got 0":                   func(c *Config) { c.Steps = 0 },
		"Batch must be at least 1, got 0":                   func(c *Config) { c.Batch = 0 },
		"the setting Weight (of L_valid) is -1":             func(c *Config) { c.Weight = -1 },
		"the setting Baseline has 1 numbers, want 2 (T·D)":  func(c *Config) { c.Baseline = []float64{1} },
		"EarlyStopping.Patience must be at least 0, got -1": with(func(e *EarlyStopping) { e.Patience = -1 }),
		"EarlyStopping.Every must be at least 1, got 0":     with(func(e *EarlyStopping) { e.Every = 0 }),
		"EarlyStopping.Pairs must be at least 1, got 0":     with(func(e *EarlyStopping) { e.Pairs = 0 }),
		"early stopping: HeldOut is 1":                      with(func(e *EarlyStopping) { e.HeldOut = 1 }),
	} {
		c := DefaultConfig()
		change(&c)
		refusal.Check(t, c.Validate(2), "oracle: "+want)
	}
}
