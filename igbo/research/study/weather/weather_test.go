package weather

import (
	"reflect"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// quick returns the study with little training.
func quick() Config {
	cfg := DefaultConfig()
	cfg.Seeds, cfg.Epochs, cfg.TrainStride, cfg.Network.Hidden = 2, 2, 48, 4
	return cfg
}

// TestWeather checks that a result can be cached, gathered, decoded, tabulated and drawn, and that it describes the data.
func TestWeather(t *testing.T) {
	w := studytest.Found[*Result](t, backendtest.Open(t), quick())
	if len(w.Order) != 3 || len(w.Rows) != 2 || w.ValidationDays != 28*24 {
		t.Errorf("%d edges, %d rows, %d validation days", len(w.Order), len(w.Rows), w.ValidationDays)
	}
	if w.Ridge >= w.Persistence || w.Ridge < 5 {
		t.Errorf("ridge %.2f, persistence %.2f °C²: want ridge below persistence, and not far below", w.Ridge, w.Persistence)
	}
	free, guided := w.Rows[0], w.Rows[1]
	if free.Excess.Mean != 0 || guided.Excess.Mean == 0 || free.Conflicts.Mean != 0 {
		t.Errorf("excess %g and %g, conflicts of the unconstrained model %g", free.Excess.Mean, guided.Excess.Mean, free.Conflicts.Mean)
	}
	if !(guided.MSE.Low < guided.MSE.Mean && guided.MSE.Mean < guided.MSE.High) {
		t.Errorf("interval %+v", guided.MSE)
	}
}

// TestRepeatable checks that two runs without a cache find the same result.
func TestRepeatable(t *testing.T) {
	cfg, engine := quick(), backendtest.Open(t)
	first, again := studytest.Found[*Result](t, engine, cfg), studytest.Found[*Result](t, engine, cfg)
	if !reflect.DeepEqual(first, again) {
		t.Error("two runs of one configuration differ")
	}
	if n := len(studytest.Digests(t, cfg)); n != 5 {
		t.Errorf("%d cells, want 5", n)
	}
}

// TestEverySetting checks that every setting has an effect. More seeds and rules must not change existing cells, the trade-off
// must not change those of the unconstrained models, and settings of the guided models must not change the references.
func TestEverySetting(t *testing.T) {
	for name, c := range map[string]struct {
		change     func(*Config)
		kept, more int
	}{
		"one seed more": {func(c *Config) { c.Seeds++ }, 11, 2},
		"another rule":  {func(c *Config) { c.Rules = append(c.Rules, "mgda") }, 11, 5},
		"no rule":       {func(c *Config) { c.Rules = nil }, 6, 0},
		"trade-off":     {func(c *Config) { c.Lambda = 0.3 }, 6, 5},
		"order":         {func(c *Config) { c.Epsilon = 0.2 }, 1, 10},
		"rate":          {func(c *Config) { c.Rate = 0.3 }, 1, 10},
		"windows":       {func(c *Config) { c.BurnIn++ }, 0, 11},
	} {
		cfg, kept := DefaultConfig(), 0
		old := studytest.Digests(t, cfg)
		c.change(&cfg)
		now := studytest.Digests(t, cfg)
		for _, id := range now {
			if slices.Contains(old, id) {
				kept++
			}
		}
		if kept != c.kept || len(now)-kept != c.more {
			t.Errorf("%s: %d cells as before and %d others, want %d and %d", name, kept, len(now)-kept, c.kept, c.more)
		}
	}
}
