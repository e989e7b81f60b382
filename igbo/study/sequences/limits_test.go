package sequences

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestCountsBeyondSense: every count is refused before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){
		"seeds":      func(c *Config, n int) { c.Seeds = n },
		"epochs":     func(c *Config, n int) { c.Epochs = n },
		"batch":      func(c *Config, n int) { c.Batch = n },
		"points":     func(c *Config, n int) { c.Attribution.Points = n },
		"samples":    func(c *Config, n int) { c.Task.Samples = n },
		"attributed": func(c *Config, n int) { c.Attributed = n },
	})
}

func TestBadInput(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(*Config){
		"output step 24":                   func(c *Config) { c.Output = 24 },
		"no models, expected at least one": func(c *Config) { c.Models = nil },
		"memory 2":                         func(c *Config) { c.Task.Memory = 2 },
		"level is 1, expected a number within (0, 1)": func(c *Config) { c.Level = 1 },
		"last one within 2⁶³":                         func(c *Config) { c.Seed0 = math.MaxInt64 },
		"unknown model \"tree\"":                      func(c *Config) { c.Models = []models.Spec{{Kind: "tree"}} },
	})
}
