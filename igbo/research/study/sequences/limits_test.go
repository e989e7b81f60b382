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
		"a step from 0 to 23, got 24":                 func(c *Config) { c.Output = 24 },
		"models must have at least one entry":         func(c *Config) { c.Models = nil },
		"Memory 2":                                    func(c *Config) { c.Task.Memory = 2 },
		"level must be a number within (0, 1), got 1": func(c *Config) { c.Level = 1 },
		"max 2⁶³ − 1":                                 func(c *Config) { c.Seed0 = math.MaxInt64 },
		"unknown model \"tree\"":                      func(c *Config) { c.Models = []models.Spec{{Kind: "tree"}} },
	})
}
