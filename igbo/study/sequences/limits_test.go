package sequences

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/models"
)

// TestCountsBeyondSense: every count is refused near 2⁶³ and at 10¹¹, before
// memory is taken and before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, set := range map[string]func(c *Config, n int){
		"seeds":      func(c *Config, n int) { c.Seeds = n },
		"epochs":     func(c *Config, n int) { c.Epochs = n },
		"batch":      func(c *Config, n int) { c.Batch = n },
		"points":     func(c *Config, n int) { c.Attribution.Points = n },
		"samples":    func(c *Config, n int) { c.Task.Samples = n },
		"attributed": func(c *Config, n int) { c.Attributed = n },
	} {
		for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt/2 + 1, 1e11, -1, 0, math.MinInt} {
			c := DefaultConfig()
			set(&c, n)
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "expected") && !strings.Contains(err.Error(), "needs about") {
				t.Errorf("%s = %d: error %v, want one that says what was expected or how much memory it needs", name, n, err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 16<<20 {
		t.Errorf("refusing took %d bytes", taken)
	}
}

func TestBadInput(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"output step 24":         func(c *Config) { c.Output = 24 },
		"0 models":               func(c *Config) { c.Models = nil },
		"memory 2":               func(c *Config) { c.Task.Memory = 2 },
		"intervals of level 1":   func(c *Config) { c.Level = 1 },
		"last one within 2⁶³":    func(c *Config) { c.Seed0 = math.MaxInt64 },
		"unknown model \"tree\"": func(c *Config) { c.Models = []models.Spec{{Kind: "tree"}} },
	} {
		c := DefaultConfig()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
