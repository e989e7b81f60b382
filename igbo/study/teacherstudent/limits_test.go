package teacherstudent

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
)

const huge = math.MaxInt

// TestCountsBeyondSense: every count of every study is refused near 2⁶³ and at
// 10¹¹, before memory is taken and before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	teacher := func(set func(c *Config)) error {
		c := DefaultConfig()
		set(&c)
		return c.Validate()
	}
	ablation := func(set func(c *AblationConfig)) error {
		c := DefaultAblationConfig(DefaultConfig())
		set(&c)
		return c.Validate()
	}
	studies := map[string]func(n int) error{
		"seeds":  func(n int) error { return teacher(func(c *Config) { c.Seeds = n }) },
		"epochs": func(n int) error { return teacher(func(c *Config) { c.Epochs = n }) },
		"batch":  func(n int) error { return teacher(func(c *Config) { c.Batch = n }) },
		"points": func(n int) error { return teacher(func(c *Config) { c.Attribution.Points = n }) },
		"Gauss–Legendre": func(n int) error {
			return teacher(func(c *Config) { c.Attribution.Quadrature, c.Attribution.Points = attribution.GaussLegendre, n })
		},
		"DAG batches":       func(n int) error { return teacher(func(c *Config) { c.DAGBatches = n }) },
		"DAG batch":         func(n int) error { return teacher(func(c *Config) { c.DAGBatch = n }) },
		"training points":   func(n int) error { return teacher(func(c *Config) { c.Task.Train = n }) },
		"validation points": func(n int) error { return teacher(func(c *Config) { c.Task.Validation = n }) },
		"features":          func(n int) error { return teacher(func(c *Config) { c.Task.Features = n &^ 1 }) },
		"target's units":    func(n int) error { return teacher(func(c *Config) { c.Task.Hidden = n }) },
		"teacher's units":   func(n int) error { return teacher(func(c *Config) { c.Teacher.Hidden = []int{n} }) },
		"ablation seeds":    func(n int) error { return ablation(func(c *AblationConfig) { c.Base.Seeds = n }) },
		"ablation epochs":   func(n int) error { return ablation(func(c *AblationConfig) { c.Base.Epochs = n }) },
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, validate := range studies {
		for _, n := range []int{huge, huge - 1, huge/2 + 1, 1e11, -1, 0, math.MinInt} {
			if err := validate(n); err == nil || !strings.Contains(err.Error(), "expected") && !strings.Contains(err.Error(), "needs about") {
				t.Errorf("%s = %d: error %v, want one that says what was expected or how much memory it needs", name, n, err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
		t.Errorf("refusing took %d bytes", taken)
	}
}

// TestSeedsEnd: the last seed is an int64.
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

// TestMemoryErrorsNameTheirPart: the error says which setting takes how much.
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
