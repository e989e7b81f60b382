package teacherstudent

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestCountsBeyondSense checks that every count of every study is rejected near 2⁶³ and at 10¹¹, before memory is allocated and
// before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "epochs", "batch", "attribution.points", "dag_batches", "dag_batch", "task.train", "task.validation", "task.hidden", "teacher.hidden")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){
		"Gauss–Legendre": func(c *Config, n int) {
			c.Attribution.Quadrature, c.Attribution.Points = attribution.GaussLegendre, n
		},
		"features": func(c *Config, n int) { c.Task.Features = n &^ 1 },
	})
	studytest.Keys(t, everyCell, "base.seeds", "base.epochs")
}

// TestSeedsEnd checks that the last seed must be an int64.
func TestSeedsEnd(t *testing.T) {
	c := DefaultConfig()
	c.Seed0 = math.MaxInt64 - int64(c.Seeds) + 1
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Seed0++
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "2⁶³") {
		t.Errorf("error %v, want one on the last seed", err)
	}
	c.Seed0 = math.MinInt64
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// TestMemoryErrorsNameTheirPart checks that the error names the setting and its memory.
func TestMemoryErrorsNameTheirPart(t *testing.T) {
	for want, set := range map[string]func(c *Config){
		"100000000 seeds of 1400 points and 7 models: needs about ": func(c *Config) { c.Seeds, c.Epochs = 1e8, 1 },
		"M = 100000000 quadrature points for 200 samples at once":   func(c *Config) { c.Attribution.Points = 1e8 },
		"1000000 batches of 1000000 points for the DAG":             func(c *Config) { c.DAGBatches, c.DAGBatch = 1e6, 1e6 },
	} {
		c := DefaultConfig()
		set(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) && !strings.HasPrefix(err.Error(), "dag: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
