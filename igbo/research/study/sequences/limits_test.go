package sequences

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestCountsBeyondSense checks that every count is rejected before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "epochs", "batch", "attribution.points", "task.samples", "attributed")
}

// TestBadInput checks that every invalid setting is rejected by name.
func TestBadInput(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(*Config){
		"output is step 24":                       func(c *Config) { c.Output = 24 },
		"no models, want at least one":            func(c *Config) { c.Models = nil },
		"Memory 2":                                func(c *Config) { c.Task.Memory = 2 },
		"level is 1, want a number within (0, 1)": func(c *Config) { c.Level = 1 },
		"last one within 2⁶³":                     func(c *Config) { c.Seed0 = math.MaxInt64 },
		"unknown model \"tree\"":                  func(c *Config) { c.Models = []models.Spec{{Kind: "tree"}} },
	})
}
