package compare

import (
	"encoding/json"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestChosenSettings checks that settings which the comparison chooses itself are rejected.
func TestChosenSettings(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"ridge": func(c *Config) { c.Ridge = 1 }, "burn_in": func(c *Config) { c.BurnIn = 1 }, "standardize": func(c *Config) { c.Standardize = false },
		"a history": func(c *Config) { c.HistoryEvery = 1 }, "early_stopping beside its patience": func(c *Config) { c.EarlyStopping.Every = 2 },
		"a function or a folder of checkpoints": func(c *Config) { c.Checkpoints.Dir = "kept" },
	} {
		c := DefaultConfig(models.LinearSpec(), 0)
		if err := c.Validate(1); err != nil {
			t.Fatal(err)
		}
		change(&c)
		refusal.Check(t, c.Validate(1), "compare: "+want+" must not be set")
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
