package assessor

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestConfigNamesTheSetting checks that the error for a setting outside its range names that setting and its value.
func TestConfigNamesTheSetting(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"Hidden must be at least 1, got 0":   func(c *Config) { c.Hidden = 0 },
		"Steps must be at least 1, got -2":   func(c *Config) { c.Steps = -2 },
		"Batch must be at least 1, got 0":    func(c *Config) { c.Batch = 0 },
		"NoiseMin must be positive, got 0":   func(c *Config) { c.NoiseMin = 0 },
		"NoiseMax must be finite and at lea": func(c *Config) { c.NoiseMax = math.Inf(1) },
		"HeldOut is 1":                       func(c *Config) { c.HeldOut = 1 },
	} {
		c := DefaultConfig()
		change(&c)
		refusal.Check(t, c.Validate(), "assessor: "+want)
	}
}
