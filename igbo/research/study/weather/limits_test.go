package weather

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestCountsBeyondSense checks that every count is rejected before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "epochs", "attribution.points", "batch", "window", "train_stride", "network.hidden")
}

// TestBadInput checks that every invalid setting is rejected before anything runs.
func TestBadInput(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(*Config){
		"below the window of 32 days, got 32":    func(c *Config) { c.BurnIn = 32 },
		"seeds must be at least 1":               func(c *Config) { c.Seeds = 0 },
		"max 2⁶³ − 1":                            func(c *Config) { c.Seed0 = math.MaxInt64 },
		"train_stride must be at least 1, got 0": func(c *Config) { c.TrainStride = 0 },
		"windows of 400 days":                    func(c *Config) { c.Window = 400 },
		"level must be a number":                 func(c *Config) { c.Level = 1 },
		"projection: ":                           func(c *Config) { c.Rules = []string{"magic"} },
		"snow":                                   func(c *Config) { c.Tiers[0] = []string{"snow"} },
		"tiers of length 1":                      func(c *Config) { c.Tiers = c.Tiers[:1] },
		"got an empty name":                      func(c *Config) { c.Rules = []string{""} },
		"the GRU has width 0":                    func(c *Config) { c.Network.Hidden = 0 },
		"2e+07 trainings of 4000":                func(c *Config) { c.Seeds, c.Epochs = 1e7, 4000 },
	})
}
