package weather

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestCountsBeyondSense: every count is refused before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){
		"seeds":  func(c *Config, n int) { c.Seeds = n },
		"epochs": func(c *Config, n int) { c.Epochs = n },
		"points": func(c *Config, n int) { c.Attribution.Points = n },
		"batch":  func(c *Config, n int) { c.Batch = n },
		"window": func(c *Config, n int) { c.Window = n },
		"stride": func(c *Config, n int) { c.TrainStride = n },
		"units":  func(c *Config, n int) { c.Network.Hidden = n },
	})
}

// TestBadInput: every setting that makes no sense is refused before anything runs.
func TestBadInput(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(*Config){
		"burn-in of 32 of 32":                    func(c *Config) { c.BurnIn = 32 },
		"0 seeds, expected":                      func(c *Config) { c.Seeds = 0 },
		"last one within 2⁶³":                    func(c *Config) { c.Seed0 = math.MaxInt64 },
		"train_stride is 0, expected at least 1": func(c *Config) { c.TrainStride = 0 },
		"windows of 400 days":                    func(c *Config) { c.Window = 400 },
		"level is 1, expected":                   func(c *Config) { c.Level = 1 },
		"projection: ":                           func(c *Config) { c.Rules = []string{"magic"} },
		"snow":                                   func(c *Config) { c.Tiers[0] = []string{"snow"} },
		"a tiers of 1":                           func(c *Config) { c.Tiers = c.Tiers[:1] },
		"a rule without a name":                  func(c *Config) { c.Rules = []string{""} },
		"GRU of width 0":                         func(c *Config) { c.Network.Hidden = 0 },
		"2e+07 trainings of 4000":                func(c *Config) { c.Seeds, c.Epochs = 1e7, 4000 },
	})
}
