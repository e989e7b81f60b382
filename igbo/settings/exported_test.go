package settings

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with zero and excessive values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	data := samples.Data{Features: []string{"a"}, Steps: 1, X: []float64{1}, Y: []float64{1}}
	cfg := DefaultConfig()
	with := func(change func(*Config)) Config {
		c := cfg
		change(&c)
		return c
	}
	valid := func(change func(*Config)) func() error {
		return func() error { return with(change).Validate(len(data.Features)) }
	}
	without := func(change func(*Config)) func() error {
		return func() error { _, err := with(change).Build(); return err }
	}
	exported.Check(t, map[string]exported.Call{
		"Config.Validate": exported.Bad(func() error { return Config{}.Validate(1) }, func() error { return cfg.Validate(0) }, func() error { return cfg.Validate(math.MinInt) },
			valid(func(c *Config) { c.Epochs = math.MaxInt }), valid(func(c *Config) { c.Epochs = math.MinInt }), valid(func(c *Config) { c.BatchSize = math.MaxInt }),
			valid(func(c *Config) { c.BatchSize = math.MinInt }), valid(func(c *Config) { c.BurnIn = math.MinInt }), valid(func(c *Config) { c.HistoryEvery = math.MinInt }),
			valid(func(c *Config) { c.Attribution.Points = math.MaxInt }), valid(func(c *Config) { c.Attribution.Chunk = math.MaxInt }),
			valid(func(c *Config) { c.Tolerance = math.NaN() }), valid(func(c *Config) { c.Optimizer.LearningRate = math.Inf(1) }),
			valid(func(c *Config) { c.Model = models.Spec{} }), valid(func(c *Config) { c.StepsPerCall = math.MinInt }), valid(func(c *Config) { c.StepsPerCall = math.MaxInt })),
		"Optimizer.Validate":     exported.Bad(Optimizer{}.Validate, Optimizer{Name: "sgd", LearningRate: math.Inf(1)}.Validate),
		"EarlyStopping.Validate": exported.Bad(EarlyStopping{Patience: 1}.Validate, EarlyStopping{Patience: math.MinInt}.Validate, EarlyStopping{MinImprovement: math.Inf(1)}.Validate),
		"Config.ValidateFor":     exported.Bad(func() error { return Config{}.ValidateFor(data) }, func() error { return cfg.ValidateFor(samples.Data{}) }, func() error { return with(func(c *Config) { c.BurnIn = 1 }).ValidateFor(data) }),
		"Config.Build": exported.Bad(without(func(c *Config) { c.Model = models.CustomSpec("") }), without(func(c *Config) { c.Model = models.CustomSpec("mine") }),
			without(func(c *Config) { c.Function = attribution.Unmasked(nil) })),
		"Config.Precision":     exported.Bad(func() error { _, err := Config{}.Precision(); return err }),
		"Config.Wrapper":       exported.Bad(func() error { _, err := Config{}.Wrapper(); return err }),
		"Checkpoints.Validate": exported.Bad(Checkpoints{Every: -1}.Validate, Checkpoints{Resume: true}.Validate),
		"Config.Driver":        exported.Total("checked by Validate"), "Config.Watches": exported.Total("no argument"),
		"Optimizer.Build": exported.Total("of settings that Validate took"), "Monitor.Of": exported.Total("an unknown one is that of L"),
		"Monitors": exported.Total("no argument"), "Recommended": exported.Total("checked by Validate"),
		"DefaultConfig": exported.Total("no argument"), "Optimizers": exported.Total("no argument"), "Schedules": exported.Total("no argument"),
	})
}
